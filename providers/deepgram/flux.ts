import { samplesOfMs } from '../../src/core/audio.ts';
import { bytesOfSamples } from '../../src/wire/bytes.ts';
import { asNumber, asText } from '../../src/wire/json.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import { meanConfidence } from './details.ts';
import type { ListenWords } from './listen.ts';
import type { Heard } from './results.ts';
import { firstOf, wordsOf } from './results.ts';

/**
 * `/v2/listen`: Flux, which hears turns. Audio goes to it in frames of 80 ms, as Deepgram recommends. It knows no KeepAlive,
 * so silence is sent to it where nobody speaks.
 */
export function fluxWords(sampleRate: number): ListenWords {
  const frameSamples = samplesOfMs(FRAME_MS, sampleRate);
  return {
    end: JSON.stringify({ type: 'ForceEndTurn' }),
    heardOf: turnOf,
    keepAlive: bytesOfSamples(new Int16Array(frameSamples)),
    frameSamples,
    slackS: SLACK_S,
  };
}

const FRAME_MS = 80;
/** What has been transcribed is told after each 0.25 s of audio. */
const SLACK_S = 0.3;

/**
 * A `TurnInfo` message: the whole turn so far, which its `EndOfTurn` settles. An `Update` without text comes between
 * turns: in its audio nothing was said.
 */
function turnOf(message: JsonObject): Heard | null {
  const [start, end] = [asNumber(message['audio_window_start']), asNumber(message['audio_window_end'])];
  if (message['type'] !== 'TurnInfo' || start === null || end === null) return null;
  const text = asText(message['transcript']).trim();
  const isEnd = message['event'] === 'EndOfTurn';
  const words = wordsOf(message['words']);
  return {
    start,
    end,
    text,
    words,
    confidence: meanConfidence(words),
    language: firstOf(message['languages']),
    final: isEnd || (message['event'] === 'Update' && text === ''),
    forced: isEnd && message['trigger'] === 'manual',
  };
}
