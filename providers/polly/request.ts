import { buildRequestUrl } from '../../src/wire/endpoint.ts';
import { withExtraBody, withExtraHeaders } from '../../src/wire/extra.ts';
import type { FilledPollyTts } from './settings.ts';
import type { TextRequest } from './signature.ts';

/** The kind of a request for a text: its audio, or the times of its words. */
export type Wanted = 'audio' | 'words';

/** Creates the unsigned request. @see https://docs.aws.amazon.com/polly/latest/dg/API_SynthesizeSpeech.html */
export function createPollyRequest(text: string, wanted: Wanted, settings: FilledPollyTts): TextRequest {
  const { engine, voice, language, lexicon_names, text_type, sample_rate, extra } = settings;
  const body = {
    Engine: engine,
    ...(language === undefined ? {} : { LanguageCode: language }),
    ...(lexicon_names === undefined ? {} : { LexiconNames: lexicon_names }),
    ...(wanted === 'audio'
      ? { OutputFormat: 'pcm', SampleRate: `${sample_rate}` }
      : { OutputFormat: 'json', SpeechMarkTypes: ['word'] }),
    Text: text_type === 'ssml' ? `<speak>${text}</speak>` : text,
    TextType: text_type,
    VoiceId: voice,
  };
  return {
    url: createPollyUrl(settings),
    method: 'POST',
    headers: withExtraHeaders({ 'content-type': 'application/json' }, extra),
    body: JSON.stringify(withExtraBody(body, extra)),
  };
}

export function createPollyUrl({ region, base_url: baseUrl }: FilledPollyTts): string {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return buildRequestUrl({ origin: `https://polly.${region}.${domain}`, baseUrl, path: '/v1/speech' });
}
