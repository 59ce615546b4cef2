import { samplesOfMs } from '../../src/core/audio.ts';
import { bytesOfSamples } from '../../src/wire/bytes.ts';
import { asNumber, asText, type JsonObject } from '../../src/wire/json.ts';
import { meanConfidence } from './details.ts';
import type { ListenProtocol } from './listenDialect.ts';
import { parseLanguage, parseWords, type ListenResult } from './results.ts';

/**
 * Creates the protocol of Flux at `/v2/listen`, which detects turns. Audio goes in frames of 80 ms, as Deepgram
 * recommends. Flux has no KeepAlive message: silence keeps the connection open.
 */
export function createFluxProtocol(sampleRate: number): ListenProtocol {
  const frameSamples = samplesOfMs(FRAME_MS, sampleRate);
  return {
    finalize: JSON.stringify({ type: 'ForceEndTurn' }),
    parseResult: parseTurnInfo,
    keepAlive: bytesOfSamples(new Int16Array(frameSamples)),
    frameSamples,
    endToleranceS: END_TOLERANCE_S,
  };
}

const FRAME_MS = 80;
/** Flux reports after each 0.25 s of audio. */
const END_TOLERANCE_S = 0.3;

/**
 * Parses a `TurnInfo` message: the whole turn so far, final with `EndOfTurn`. An `Update` without text arrives between
 * turns and means that its audio contains no speech.
 */
function parseTurnInfo(message: JsonObject): ListenResult | null {
  const [start, end] = [asNumber(message['audio_window_start']), asNumber(message['audio_window_end'])];
  if (message['type'] !== 'TurnInfo' || start === null || end === null) return null;
  const text = asText(message['transcript']).trim();
  const isEnd = message['event'] === 'EndOfTurn';
  const words = parseWords(message['words']);
  return {
    start,
    end,
    text,
    words,
    confidence: meanConfidence(words),
    language: parseLanguage(message['languages']),
    isFinal: isEnd || (message['event'] === 'Update' && text === ''),
    isRequested: isEnd && message['trigger'] === 'manual',
  };
}
