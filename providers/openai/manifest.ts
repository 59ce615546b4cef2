import type { Manifest } from '../../src/core/manifest.ts';
import type { ModelEnds } from '../../src/core/modelEnds.ts';
import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import { openAiSttSchema, openAiTtsSchema } from './settings.ts';
import { openAiSpeechModelSchema } from './speechModel/settings.ts';
import { openAiSpeechModel } from './speechModel/speechModel.ts';
import { findUnsupportedOpenAiStt, openAiStt } from './stt.ts';
import { openAiTts } from './tts.ts';

const HOST = /(?:^|\.)openai\.com$/u;
const OTHER_VOICE =
  'another TTS provider, because OpenAI then offers none at this endpoint, or `base_url` with a compatible server';

/** https://developers.openai.com/api/docs/deprecations */
const STT_ENDS: ModelEnds = {
  host: HOST,
  ends: [
    {
      models: /^(?:whisper-1|gpt-4o(?:-mini)?-transcribe(?:-diarize)?(?:-\d{4}-\d{2}-\d{2})?)$/u,
      endsOn: '2027-02-26',
      instead: 'gpt-live-transcribe',
    },
  ],
};
const TTS_ENDS: ModelEnds = {
  host: HOST,
  ends: [
    { models: /^gpt-4o-mini-tts-2025-03-20$/u, endsOn: '2026-07-23', instead: OTHER_VOICE },
    {
      models: /^(?:tts-1(?:-hd)?(?:-1106)?|gpt-4o-mini-tts(?:-\d{4}-\d{2}-\d{2})?)$/u,
      endsOn: '2027-01-06',
      instead: OTHER_VOICE,
    },
  ],
};
const SPEECH_MODEL_ENDS: ModelEnds = {
  host: HOST,
  ends: [
    {
      models: /^(?:gpt-realtime(?:-mini)?|gpt-4o(?:-mini)?-realtime-preview)(?:-\d{4}-\d{2}-\d{2})?$/u,
      endsOn: '2027-01-20',
      instead: 'gpt-realtime-2.1',
    },
  ],
};

export const manifest: Manifest<{
  stt: typeof openAiSttSchema;
  tts: typeof openAiTtsSchema;
  speechModel: typeof openAiSpeechModelSchema;
}> = {
  vendor: 'OpenAI',
  stt: {
    name: 'OpenAI',
    alias: 'ProviderA',
    schema: openAiSttSchema,
    create: openAiStt,
    findUnsupported: findUnsupportedOpenAiStt,
    listLanguages: ({ language }) => (language === '' ? [] : [language]),
    withLanguage: (config, language) => ({ ...config, language: primaryLanguage(language) }),
    modelEnds: STT_ENDS,
  },
  tts: { name: 'OpenAI', alias: 'ProviderA', schema: openAiTtsSchema, create: openAiTts, modelEnds: TTS_ENDS },
  speechModel: {
    name: 'OpenAI',
    schema: openAiSpeechModelSchema,
    create: openAiSpeechModel,
    modelEnds: SPEECH_MODEL_ENDS,
  },
};
