import { parseObject } from '../../src/wire/json.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { createFlushQueue } from './flushQueue.ts';
import type { FlushQueue } from './flushQueue.ts';
import { createSend, createSpeakMessages } from './speakMessages.ts';

/** The utterance under way, as the messages of the server see it. */
export interface SpeakTurn {
  /** An utterance was cut, and the server has not confirmed it yet. */
  readonly isCancelling: boolean;
  /** Works on the flushes of the utterance that is spoken; nothing if none is. */
  readonly withFlushes: (work: (flushes: FlushQueue) => readonly TtsAction[]) => readonly TtsAction[];
  /** The server has confirmed a cut: the connection is free. */
  readonly release: () => readonly TtsAction[];
}

export interface SpeakDialectOptions {
  /** Type of the message that cuts an utterance. */
  readonly cancelType: string;
  /** What a message of the server means. */
  readonly handleMessage: (message: JsonObject, turn: SpeakTurn) => readonly TtsAction[];
  /** Called when nothing was sent for a while. */
  readonly idle?: ((turn: SpeakTurn) => readonly TtsAction[]) | undefined;
}

/** One utterance at a time; one that was cut holds the connection until the server has confirmed it. */
type SpeakPhase =
  | { readonly kind: 'free' }
  | { readonly kind: 'speaking'; readonly utterance: number; readonly flushes: FlushQueue }
  | { readonly kind: 'cancelling'; readonly utterance: number };

const FREE: SpeakPhase = { kind: 'free' };

/**
 * Speaks what `/v1/speak` and `/v2/speak` have in common: text as it is generated, `Flush` behind it, and audio that names no
 * utterance. What comes between a cut and its confirmation belongs to the utterance that was cut.
 */
export function createSpeakDialect({ cancelType, handleMessage, idle }: SpeakDialectOptions): TtsDialect {
  let phase: SpeakPhase = FREE;
  const withFlushes: SpeakTurn['withFlushes'] = (work) => (phase.kind === 'speaking' ? work(phase.flushes) : []);
  const turn: SpeakTurn = {
    get isCancelling() {
      return phase.kind === 'cancelling';
    },
    withFlushes,
    release: () => {
      if (phase.kind !== 'cancelling') return [];
      const { utterance } = phase;
      phase = FREE;
      return [{ kind: 'released', utterance }];
    },
  };
  return {
    open: () => [{ kind: 'ready' }],
    begin: (utterance) => {
      phase = { kind: 'speaking', utterance, flushes: createFlushQueue(createSend({ type: 'Flush' })) };
      return [];
    },
    text: (_, text) =>
      withFlushes((flushes) => {
        if (text.trim() !== '') flushes.addText();
        return createSpeakMessages(text);
      }),
    flush: (utterance) => withFlushes((flushes) => flushes.flush({ kind: 'flushed', utterance })),
    end: (utterance) => withFlushes((flushes) => flushes.flush({ kind: 'done', utterance })),
    cancel: (utterance) => {
      const isPending = phase.kind === 'speaking' && phase.flushes.isPending;
      phase = isPending ? { kind: 'cancelling', utterance } : FREE;
      return isPending ? [createSend({ type: cancelType })] : [{ kind: 'released', utterance }];
    },
    receive: (frame) => {
      if (typeof frame === 'string') return handleMessage(parseObject(frame) ?? {}, turn);
      return phase.kind === 'speaking' ? [{ kind: 'audio', utterance: phase.utterance, bytes: frame }] : [];
    },
    ...(idle && { idle: () => idle(turn) }),
    close: () => [createSend({ type: 'Close' })],
  };
}
