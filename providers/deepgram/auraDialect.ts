import type { JsonObject } from '../../src/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { classifyDeepgramError, parseWarning } from './faults.ts';
import { createSpeakDialect, type SpeakTurn } from './speakDialect.ts';

/**
 * Creates the dialect of `/v1/speak`. The server speaks each sentence once it is complete, and the rest on `Flush`.
 * Audio and `Flushed` between `Clear` and `Cleared` belong to the cancelled utterance.
 */
export function createAuraDialect(): TtsDialect {
  return createSpeakDialect({
    cancelType: 'Clear',
    handleMessage,
    idle: ({ withFlushes }) => withFlushes((flushes) => flushes.retry()),
  });
}

function handleMessage(message: JsonObject, { withFlushes, release }: SpeakTurn): readonly TtsAction[] {
  switch (message['type']) {
    case 'Flushed':
      return withFlushes((flushes) => flushes.confirm());
    case 'Cleared':
      return release();
    case 'Warning':
      return handleWarning(parseWarning(message), withFlushes);
    case 'Error':
      return [{ kind: 'fault', fault: classifyDeepgramError(message) }];
    default:
      return [];
  }
}

function handleWarning(message: string, withFlushes: SpeakTurn['withFlushes']): readonly TtsAction[] {
  const rejected = /flush/iu.test(message) ? withFlushes((flushes) => flushes.reject()) : [];
  return [...rejected, { kind: 'warning', message }];
}
