import { msOfSamples } from '../../src/core/audio.ts';
import type { Extra } from '../../src/core/extra.ts';
import { createWavHeader } from '../../src/wire/audio/wavHeader.ts';
import { bytesOfSamples } from '../../src/wire/bytes.ts';
import { buildRequestUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { HttpRequest } from '../../src/wire/http.ts';
import { parseObject } from '../../src/wire/json.ts';
import type { HttpSttWire } from '../../src/wire/stt/createHttpStt.ts';
import { openAiOrigin } from './address.ts';
import { parseDetails } from './details.ts';
import type { FilledOpenAiStt } from './settings.ts';
import { supportsDiarization, createTranscription } from './sttModels.ts';

/** Longest audio that a diarizing model accepts without a `chunking_strategy`, in ms. */
const MAX_UNCHUNKED_MS = 30_000;
/** Rate of the audio, in Hz. Every rate is accepted; this one is enough for speech. */
const SAMPLE_RATE = 16_000;
/** Default of `final_timeout`, in seconds: 99 % of answers arrive within 2.01 s, and a failed request is repeated. */
const FINAL_TIMEOUT = 4;

/** Creates the wire of models for files and of compatible servers: `POST …/v1/audio/transcriptions`, one WAV for each utterance. */
export function createTranscriptionsWire(settings: FilledOpenAiStt): HttpSttWire {
  const { api_key, base_url, model, extra, final_timeout = FINAL_TIMEOUT } = settings;
  const query = withExtraQuery([], extra);
  const url = buildRequestUrl({ origin: openAiOrigin(base_url), path: '/v1/audio/transcriptions', query });
  const modelUrl = buildRequestUrl({ origin: openAiOrigin(base_url), path: `/v1/models/${encodeURIComponent(model)}` });
  const headers = withExtraHeaders({ authorization: `Bearer ${api_key}`, accept: 'application/json' }, extra);
  return {
    name: 'openai',
    model,
    sampleRate: SAMPLE_RATE,
    minMs: 100,
    keyCheck: { url: modelUrl, method: 'GET', headers },
    answerMs: 1000 * final_timeout,
    request: (samples): HttpRequest => ({ url, method: 'POST', headers, body: createForm(settings, samples) }),
    parseText,
    parseDetails: (body) => parseDetails(parseObject(body) ?? {}),
  };
}

function createForm(settings: FilledOpenAiStt, samples: Int16Array): FormData {
  const form = new FormData();
  const file = Buffer.concat([createWavHeader(SAMPLE_RATE, 1, samples.byteLength), bytesOfSamples(samples)]);
  form.append('file', new Blob([file], { type: 'audio/wav' }), 'audio.wav');
  for (const [name, value] of Object.entries(createTranscription(settings))) appendField(form, name, value);
  form.append('response_format', 'json');
  if (supportsDiarization(settings.model) && msOfSamples(samples.length, SAMPLE_RATE) > MAX_UNCHUNKED_MS)
    form.append('chunking_strategy', 'auto');
  appendExtra(form, settings.extra);
  return form;
}

/** Appends a field. An array becomes several fields named `name[]`. */
function appendField(form: FormData, name: string, value: unknown): void {
  if (Array.isArray(value)) for (const one of value) form.append(`${name}[]`, formatField(one));
  else form.append(name, formatField(value));
}

function formatField(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function appendExtra(form: FormData, extra: Extra<'body'> = {}): void {
  for (const [name, value] of Object.entries(extra.body ?? {}))
    if (!form.has(name) && !form.has(`${name}[]`)) appendField(form, name, value);
}

/** Parses the text. The server of whisper.cpp writes each of its segments on a line of its own. */
function parseText(body: string): string | null {
  const text = parseObject(body)?.['text'];
  return typeof text === 'string' ? text.replaceAll(/\s+/gu, ' ') : null;
}
