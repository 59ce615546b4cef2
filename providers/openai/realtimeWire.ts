import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import { faultOfEnd, type WireFault } from '../../src/wire/fault.ts';
import type { SocketEnd } from '../../src/wire/socket.ts';
import type { SttWire } from '../../src/wire/stt/dialect.ts';
import { openAiOrigin } from './address.ts';
import { REALTIME_RATE, RealtimeDialect } from './realtimeDialect.ts';
import type { FilledOpenAiStt } from './settings.ts';
import { createTranscription, emitsDeltas } from './sttModels.ts';

/** Used if the server does not announce when the session ends. OpenAI ends a session after 60 min. */
const MAX_AGE_MS = 59 * 60_000;
/** Default of `final_timeout`, in seconds: 99 % of transcripts arrive within 1.66 s. */
const FINAL_TIMEOUT = 2.5;

/** Creates the wire of streamed models: `wss …/v1/realtime?intent=transcription`. `wallClock`: Unix time in ms. */
export function createRealtimeWire(settings: FilledOpenAiStt, wallClock: () => number): SttWire {
  const { api_key, base_url, model, noise_reduction: noiseReduction, extra, final_timeout = FINAL_TIMEOUT } = settings;
  const origin = openAiOrigin(base_url);
  const url = buildSocketUrl({
    origin,
    path: '/v1/realtime',
    query: withExtraQuery(createQuery(origin, model), extra),
  });
  const headers = withExtraHeaders({ authorization: `Bearer ${api_key}` }, extra);
  const transcription = createTranscription(settings);
  const interims = emitsDeltas(model);
  return {
    name: 'openai',
    model,
    sampleRate: REALTIME_RATE,
    interims,
    request: () => ({ url, headers }),
    dialect: () => new RealtimeDialect({ transcription, noiseReduction, extra, interims, wallClock }),
    answerMs: 1000 * final_timeout,
    silence: 'fails',
    maxAgeMs: MAX_AGE_MS,
    faultOf,
  };
}

/**
 * Creates the query. OpenAI itself rejects a `model` in the URL of a transcription session, but gateways to several
 * providers need it.
 */
function createQuery(origin: string, model: string): readonly (readonly [string, string])[] {
  const intent = ['intent', 'transcription'] as const;
  const isOpenAi = /(?:^|\.)openai\.com$/u.test(new URL(origin).hostname);
  return isOpenAi ? [intent] : [intent, ['model', model]];
}

/**
 * Classifies the end of a connection: `expired` if the session's 60 min were over and its `error` event did not arrive.
 */
function faultOf(end: SocketEnd, nowMs: number): WireFault {
  const fault = faultOfEnd(end, nowMs);
  return /maximum duration/iu.test(end.reason) ? { ...fault, kind: 'expired' } : fault;
}
