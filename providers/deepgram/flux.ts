import { asNumber, asText } from '../../src/core/wire/json.ts';
import type { JsonObject } from '../../src/core/wire/json.ts';
import type { ListenWords } from './listen.ts';
import type { Heard } from './results.ts';
import { wordsOf } from './results.ts';

/** `/v2/listen`: Flux, which hears turns. It knows no KeepAlive, so silence is sent to it where nobody speaks. */
export function fluxWords(sampleRate: number): ListenWords {
  return {
    end: JSON.stringify({ type: 'ForceEndTurn' }),
    heardOf: turnOf,
    keepAlive: new Uint8Array(Int16Array.BYTES_PER_ELEMENT * Math.round((sampleRate * SILENCE_MS) / 1000)),
  };
}

/** What Deepgram recommends as the length of a frame. */
const SILENCE_MS = 80;

/** A `TurnInfo` message: the whole turn so far, which its `EndOfTurn` settles. */
function turnOf(message: JsonObject): Heard | null {
  const [start, end] = [asNumber(message['audio_window_start']), asNumber(message['audio_window_end'])];
  if (message['type'] !== 'TurnInfo' || start === null || end === null) return null;
  const final = message['event'] === 'EndOfTurn';
  return {
    start,
    end,
    text: asText(message['transcript']).trim(),
    words: wordsOf(message['words']),
    final,
    forced: final && message['trigger'] === 'manual',
  };
}
