import { requestUrl } from '../../src/core/wire/endpoint.ts';
import type { HttpRequest } from '../../src/core/wire/http.ts';
import { objectIn } from '../../src/core/wire/json.ts';
import type { RequestedSttWire } from '../../src/core/wire/stt/byRequest.ts';
import { openAiBase } from './address.ts';
import { detailsIn } from './details.ts';
import { languageCode } from './languageCode.ts';
import type { FilledOpenAiStt } from './settings.ts';
import { wavFile } from './wavFile.ts';

/** Any rate is taken; this one loses nothing that matters for speech. */
const SAMPLE_RATE = 16_000;
/** In seconds: 99 of 100 answers come within 2.01 s, and a request that breaks is sent again. */
const FINAL_TIMEOUT = 4;

/** Models that take files: `POST …/v1/audio/transcriptions`, a WAV for each utterance. */
export function requestStt(settings: FilledOpenAiStt): RequestedSttWire {
  const { api_key, base_url, model, final_timeout = FINAL_TIMEOUT } = settings;
  const url = requestUrl({ origin: openAiBase(base_url), path: '/v1/audio/transcriptions' });
  const modelUrl = requestUrl({ origin: openAiBase(base_url), path: `/v1/models/${encodeURIComponent(model)}` });
  const headers = { authorization: `Bearer ${api_key}`, accept: 'application/json' };
  return {
    name: 'openai',
    sampleRate: SAMPLE_RATE,
    leastMs: 100,
    keyCheck: { url: modelUrl, method: 'GET', headers },
    answerMs: 1000 * final_timeout,
    request: (samples): HttpRequest => ({ url, method: 'POST', headers, body: formOf(settings, samples) }),
    textIn,
    detailsIn: (body) => detailsIn(objectIn(body) ?? {}),
  };
}

function formOf({ model, language }: FilledOpenAiStt, samples: Int16Array): FormData {
  const form = new FormData();
  form.append('file', new Blob([wavFile(samples, SAMPLE_RATE)], { type: 'audio/wav' }), 'audio.wav');
  form.append('model', model);
  const code = languageCode(language);
  if (code !== '') form.append('language', code);
  form.append('response_format', 'json');
  return form;
}

function textIn(body: string): string | null {
  const text = objectIn(body)?.['text'];
  return typeof text === 'string' ? text : null;
}
