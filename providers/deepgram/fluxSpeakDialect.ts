import { asObject, asText, type JsonObject } from '../../src/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { classifyDeepgramError, parseWarning } from './faults.ts';
import { createSpeakDialect, type SpeakTurn } from './speakDialect.ts';

/**
 * Creates the dialect of `/v2/speak`, where Flux voices speak in turns. `Flush` ends a turn, and `SpeechMetadata`
 * follows its audio. `Interrupt` cancels the turn: audio before `SpeechInterrupted` belongs to it. If the server
 * ignores an `Interrupt`, the turn continues, so the connection is closed.
 */
export function createFluxSpeakDialect(): TtsDialect {
  /** Id of the turn that was interrupted last. */
  let interrupted = '';
  const handleMessage = (message: JsonObject, turn: SpeakTurn): readonly TtsAction[] => {
    switch (message['type']) {
      case 'SpeechMetadata':
        return message['speech_id'] === interrupted ? [] : turn.withFlushes((flushes) => flushes.confirm());
      case 'SpeechInterrupted':
        interrupted = asText(asObject(message['metadata'])?.['speech_id']);
        return turn.release();
      case 'Warning':
        return handleWarning(message, turn);
      case 'Error':
        return [{ kind: 'fault', fault: classifyDeepgramError(message) }];
      default:
        return [];
    }
  };
  return createSpeakDialect({ cancelType: 'Interrupt', handleMessage });
}

/** The error code if the turn had ended before the `Interrupt` arrived. */
const NOTHING_TO_INTERRUPT = 'NO_ACTIVE_SPEECH';
const IGNORED: ReadonlySet<string> = new Set([
  'NO_AUDIO_GENERATED',
  'INTERRUPT_IN_PROGRESS',
  'INVALID_INTERRUPT_OFFSET',
]);

function handleWarning(message: JsonObject, { isCancelling, release }: SpeakTurn): readonly TtsAction[] {
  const [code, warning] = [asText(message['code']), parseWarning(message)];
  if (isCancelling && code === NOTHING_TO_INTERRUPT) return release();
  if (isCancelling && IGNORED.has(code))
    return [{ kind: 'fault', fault: { kind: 'expired', message: `it ignored an interruption: ${warning}` } }];
  return [{ kind: 'warning', message: warning }];
}
