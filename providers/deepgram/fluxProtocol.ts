import { samplesOfMs } from '../../src/core/audio.ts';
import { bytesOfSamples } from '../../src/wire/bytes.ts';
import { asNumber, asText, type JsonObject } from '../../src/wire/json.ts';
import { meanConfidence } from './details.ts';
import type { ListenProtocol } from './listenDialect.ts';
import { parseLanguage, parseWords, type ListenResult, type ListenTurn } from './results.ts';

/**
 * Creates the protocol of Flux at `/v2/listen`, which detects turns. Sends audio in frames of 80 ms, as Deepgram
 * recommends. Flux has no KeepAlive message, so silence keeps the connection open.
 *
 * @param reportsTurns whether results include what Flux has found about the turn
 */
export function createFluxProtocol(sampleRate: number, reportsTurns = false): ListenProtocol {
  const frameSamples = samplesOfMs(FRAME_MS, sampleRate);
  return {
    finalize: JSON.stringify({ type: 'ForceEndTurn' }),
    parseResult: reportsTurns ? parseWithTurn : parseTurnInfo,
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

function parseWithTurn(message: JsonObject): ListenResult | null {
  const result = parseTurnInfo(message);
  return result === null ? null : { ...result, turn: parseTurn(message, result) };
}

/** Parses Flux's finding about the turn; undefined for an end that we forced. */
function parseTurn(message: JsonObject, { text, isRequested }: ListenResult): ListenTurn | undefined {
  const confidence = asNumber(message['end_of_turn_confidence']);
  switch (message['event']) {
    case 'StartOfTurn':
      return { state: 'update', confidence };
    case 'Update':
      // Without text, no turn is in progress.
      return { state: text === '' ? 'end' : 'update', confidence };
    case 'EagerEndOfTurn':
      return { state: 'eager_end', confidence };
    case 'TurnResumed':
      return { state: 'resumed', confidence };
    case 'EndOfTurn':
      return isRequested ? undefined : { state: 'end', confidence };
    default:
      return undefined;
  }
}
