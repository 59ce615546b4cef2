import type { JsonObject } from '../../src/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { classifyDeepgramError } from './faults.ts';
import { parseWarning } from './speakMessages.ts';
import { createSpeakDialect } from './speakDialect.ts';
import type { SpeakTurn } from './speakDialect.ts';

/**
 * `/v1/speak`. Text goes in verbatim, and is spoken as soon as a sentence is whole; `Flush` has the rest spoken. The audio
 * names no utterance: what comes between `Clear` and `Cleared` belongs to the one that was cut, and so does a `Flushed`.
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
