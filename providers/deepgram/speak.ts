import type { JsonObject } from '../../src/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { deepgramError } from './faults.ts';
import { warningIn } from './speakMessages.ts';
import { speakTurns } from './speakTurns.ts';
import type { SpeakTurns } from './speakTurns.ts';

/**
 * `/v1/speak`. Text goes in verbatim, and is spoken as soon as a sentence is whole; `Flush` has the rest spoken. The audio
 * names no utterance: what comes between `Clear` and `Cleared` belongs to the one that was cut, and so does a `Flushed`.
 */
export function speakDialect(): TtsDialect {
  return speakTurns({ cut: 'Clear', understand, idle: ({ flushing }) => flushing((flushes) => flushes.retry()) });
}

function understand(message: JsonObject, { flushing, release }: SpeakTurns): readonly TtsAction[] {
  switch (message['type']) {
    case 'Flushed':
      return flushing((flushes) => flushes.answered());
    case 'Cleared':
      return release();
    case 'Warning':
      return warned(warningIn(message), flushing);
    case 'Error':
      return [{ kind: 'fault', fault: deepgramError(message) }];
    default:
      return [];
  }
}

function warned(message: string, flushing: SpeakTurns['flushing']): readonly TtsAction[] {
  const undone = /flush/iu.test(message) ? flushing((flushes) => flushes.refused()) : [];
  return [...undone, { kind: 'warning', message }];
}
