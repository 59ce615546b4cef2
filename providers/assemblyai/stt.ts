import { parseSettings } from '../../src/core/parseSettings.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import { createWebSocketStt } from '../../src/wire/stt/createWebSocketStt.ts';
import type { SttWire } from '../../src/wire/stt/dialect.ts';
import type { AdapterOptions } from '../../src/wire/wireDeps.ts';
import { createAssemblyAiDialect } from './dialect.ts';
import { classifyAssemblyAiEnd } from './faults.ts';
import { isUniversal3 } from './models.ts';
import { createQuery } from './query.ts';
import { assemblyAiSttSchema, type AssemblyAiSttSettings, type FilledAssemblyAiStt } from './settings.ts';

/**
 * Creates an AssemblyAI recogniser with one WebSocket per session. Requests the text at the end of each segment. It can
 * also find the ends of turns.
 *
 * @example
 * ```ts
 * import { transcribe } from 'antiphon/operators';
 * import { assemblyAiStt } from 'antiphon/providers';
 *
 * const stt = assemblyAiStt({ api_key: process.env['ASSEMBLYAI_API_KEY'] ?? '', keywords: ['Antiphon'] });
 * export const words = transcribe({ stt });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 * @see https://www.assemblyai.com/docs/streaming/message-sequence
 */
export function assemblyAiStt(settings: AssemblyAiSttSettings, options: AdapterOptions = {}): SpeechToText {
  const filled = parseSettings('assemblyAiStt', 'assemblyai', assemblyAiSttSchema(), settings);
  return createWebSocketStt(createAssemblyAiSttWire(filled), options);
}

/** Less than the 3 h to which AssemblyAI limits a session. */
const MAX_AGE_MS = 175 * 60_000;

export function createAssemblyAiSttWire(settings: FilledAssemblyAiStt): SttWire {
  return { ...createWire(settings, false), withTurns: createWire(settings, true) };
}

function createWire(settings: FilledAssemblyAiStt, turns: boolean): SttWire {
  const { api_key, base_url: baseUrl, model, sample_rate: sampleRate, format_turns, final_timeout, extra } = settings;
  const query = withExtraQuery(createQuery(settings, turns), extra);
  const url = buildSocketUrl({ origin: 'wss://streaming.assemblyai.com', baseUrl, path: '/v3/ws', query });
  const headers = withExtraHeaders({ Authorization: api_key }, extra);
  const awaitsFormat = format_turns && !isUniversal3(settings);
  return {
    name: 'assemblyai',
    model,
    sampleRate,
    interims: true,
    request: () => ({ url, headers }),
    dialect: () => createAssemblyAiDialect({ sampleRate, reportsTurns: turns, awaitsFormat }),
    answerMs: 1000 * final_timeout,
    silence: 'answers',
    maxAgeMs: MAX_AGE_MS,
    faultOf: classifyAssemblyAiEnd,
  };
}
