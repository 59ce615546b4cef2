import { objectIn } from '../../src/core/wire/json.ts';
import type { JsonObject } from '../../src/core/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/core/wire/tts/dialect.ts';
import { deepgramError } from './faults.ts';
import { flushesWith } from './flushes.ts';
import type { Flushes } from './flushes.ts';
import { send, speakMessages, warningIn } from './speakMessages.ts';

/** One utterance at a time; one that was cut holds the connection until the server has said `Cleared`. */
type Stage =
  | { readonly kind: 'free' }
  | { readonly kind: 'speaking'; readonly utterance: number; readonly flushes: Flushes }
  | { readonly kind: 'clearing'; readonly utterance: number };

const FREE: Stage = { kind: 'free' };

/**
 * `/v1/speak`. Text goes in verbatim, and is spoken as soon as a sentence is whole; `Flush` has the rest spoken. The audio
 * names no utterance: what comes between `Clear` and `Cleared` belongs to the one that was cut, and so does a `Flushed`.
 */
export function speakDialect(): TtsDialect {
  let stage: Stage = FREE;
  const flushing = (work: (flushes: Flushes) => readonly TtsAction[]): readonly TtsAction[] =>
    stage.kind === 'speaking' ? work(stage.flushes) : [];
  const cleared = (): readonly TtsAction[] => {
    if (stage.kind !== 'clearing') return [];
    const { utterance } = stage;
    stage = FREE;
    return [{ kind: 'released', utterance }];
  };
  const understand = (message: JsonObject): readonly TtsAction[] => {
    switch (message['type']) {
      case 'Flushed':
        return flushing((flushes) => flushes.answered());
      case 'Cleared':
        return cleared();
      case 'Warning':
        return warned(message, flushing);
      case 'Error':
        return [{ kind: 'fault', fault: deepgramError(message) }];
      default:
        return [];
    }
  };
  return {
    open: () => [{ kind: 'ready' }],
    begin: (utterance) => {
      stage = { kind: 'speaking', utterance, flushes: flushesWith(send({ type: 'Flush' })) };
      return [];
    },
    text: (_, text) =>
      flushing((flushes) => {
        if (text.trim() !== '') flushes.texted();
        return speakMessages(text);
      }),
    flush: (utterance) => flushing((flushes) => flushes.ask({ kind: 'flushed', utterance })),
    end: (utterance) => flushing((flushes) => flushes.ask({ kind: 'done', utterance })),
    cancel: (utterance) => {
      const owing = stage.kind === 'speaking' && stage.flushes.owing;
      stage = owing ? { kind: 'clearing', utterance } : FREE;
      return owing ? [send({ type: 'Clear' })] : [{ kind: 'released', utterance }];
    },
    hear: (frame) => {
      if (typeof frame === 'string') return understand(objectIn(frame) ?? {});
      return stage.kind === 'speaking' ? [{ kind: 'audio', utterance: stage.utterance, bytes: frame }] : [];
    },
    idle: () => flushing((flushes) => flushes.retry()),
    bye: () => [send({ type: 'Close' })],
  };
}

function warned(
  message: JsonObject,
  flushing: (work: (flushes: Flushes) => readonly TtsAction[]) => readonly TtsAction[],
): readonly TtsAction[] {
  const told = warningIn(message);
  const undone = /flush/iu.test(told) ? flushing((flushes) => flushes.refused()) : [];
  return [...undone, { kind: 'warning', message: told }];
}
