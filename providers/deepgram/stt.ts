import type { Issue } from '../../src/core/errors.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import { socketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { WorldOptions } from '../../src/wire/options.ts';
import type { SttWire } from '../../src/wire/stt/dialect.ts';
import { recogniserOver } from '../../src/wire/stt/recogniser.ts';
import { deepgramFault } from './faults.ts';
import { fluxWords } from './flux.ts';
import { listenDialect, novaWords } from './listen.ts';
import { isFlux } from './models.ts';
import { fluxQuery, novaQuery } from './query.ts';
import { remarksOn } from './remarks.ts';
import { deepgramSttSchema } from './settings.ts';
import type { DeepgramSttSettings, FilledDeepgramStt } from './settings.ts';

/**
 * Speech to text by Deepgram: one WebSocket per session, to which speech goes as it comes and which is asked for the text
 * at the end of each segment. `flux-…` models are reached at `/v2/listen`, all others at `/v1/listen`.
 *
 * @throws ZodError for settings that break a rule
 * @see https://developers.deepgram.com/reference/speech-to-text/listen-streaming
 */
export function deepgramStt(settings: DeepgramSttSettings, options: WorldOptions = {}): SpeechToText {
  return recogniserOver(deepgramSttWire(filled(settings)), options);
}

/**
 * What the model no longer honours of `settings`: terms that it is asked to suppress where it cannot, and with a Flux
 * model what that decides for itself. Paths are relative to the settings.
 *
 * @throws ZodError for settings that break a rule
 */
export function deepgramSttRemarks(settings: DeepgramSttSettings): readonly Issue[] {
  return remarksOn(filled(settings));
}

/** After 10 s without a frame the server hangs up. */
const KEEP_ALIVE_MS = 4000;

export function deepgramSttWire(settings: FilledDeepgramStt): SttWire {
  const { api_key, base_url: baseUrl, sample_rate: sampleRate, interim_results, final_timeout, extra } = settings;
  const flux = isFlux(settings);
  const [path, query] = flux ? ['/v2/listen', fluxQuery(settings)] : ['/v1/listen', novaQuery(settings)];
  const words = flux ? fluxWords(sampleRate) : novaWords;
  const url = socketUrl({ origin: 'wss://api.deepgram.com', baseUrl, path, query: withExtraQuery(query, extra) });
  const headers = withExtraHeaders({ Authorization: `Token ${api_key}` }, extra);
  return {
    name: 'deepgram',
    sampleRate,
    interims: flux || interim_results,
    request: () => ({ url, headers }),
    dialect: () => listenDialect(sampleRate, words),
    answerMs: 1000 * final_timeout,
    silence: 'answers',
    keepAliveMs: KEEP_ALIVE_MS,
    faultOf: deepgramFault,
  };
}

function filled(settings: DeepgramSttSettings): FilledDeepgramStt {
  return deepgramSttSchema.parse({ ...settings, provider: 'deepgram' });
}
