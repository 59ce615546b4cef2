import { asObject, asText } from '../../src/wire/json.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { deepgramError } from './faults.ts';
import { warningIn } from './speakMessages.ts';
import { speakTurns } from './speakTurns.ts';
import type { SpeakTurns } from './speakTurns.ts';

/**
 * `/v2/speak`, where Flux voices speak in turns. Text goes in as it is generated; `Flush` ends a turn, whose audio has come
 * when its `SpeechMetadata` does. `Interrupt` cancels the turn: what comes before `SpeechInterrupted` belongs to it. An
 * `Interrupt` that the server ignores costs the connection, because the turn goes on.
 */
export function fluxSpeakDialect(): TtsDialect {
  /** Id of the turn that was interrupted last. */
  let interrupted = '';
  const understand = (message: JsonObject, turns: SpeakTurns): readonly TtsAction[] => {
    switch (message['type']) {
      case 'SpeechMetadata':
        return message['speech_id'] === interrupted ? [] : turns.flushing((flushes) => flushes.answered());
      case 'SpeechInterrupted':
        interrupted = asText(asObject(message['metadata'])?.['speech_id']);
        return turns.release();
      case 'Warning':
        return warned(message, turns);
      case 'Error':
        return [{ kind: 'fault', fault: deepgramError(message) }];
      default:
        return [];
    }
  };
  return speakTurns({ cut: 'Interrupt', understand });
}

/** No turn was under way: the last had ended when the `Interrupt` came. */
const NOTHING_TO_INTERRUPT = 'NO_ACTIVE_SPEECH';
const IGNORED: ReadonlySet<string> = new Set([
  'NO_AUDIO_GENERATED',
  'INTERRUPT_IN_PROGRESS',
  'INVALID_INTERRUPT_OFFSET',
]);

function warned(message: JsonObject, { isCutting, release }: SpeakTurns): readonly TtsAction[] {
  const [code, told] = [asText(message['code']), warningIn(message)];
  if (isCutting && code === NOTHING_TO_INTERRUPT) return release();
  if (isCutting && IGNORED.has(code))
    return [{ kind: 'fault', fault: { kind: 'expired', message: `it ignored an interruption: ${told}` } }];
  return [{ kind: 'warning', message: told }];
}
