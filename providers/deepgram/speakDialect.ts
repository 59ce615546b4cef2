import { parseObject, type JsonObject } from '../../src/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { createFlushQueue, type FlushQueue } from './flushQueue.ts';
import { splitToFit, type TextLimit } from '../../src/wire/tts/textLimit.ts';

/** The current utterance, for the handlers of server messages. */
export interface SpeakTurn {
  /** Whether an utterance was cancelled and the server has not confirmed that yet. */
  readonly isCancelling: boolean;
  /** Applies `work` to the flushes of the utterance being spoken, if there is one. */
  readonly withFlushes: (work: (flushes: FlushQueue) => readonly TtsAction[]) => readonly TtsAction[];
  /** Frees the connection: the server has confirmed the cancellation. */
  readonly release: () => readonly TtsAction[];
}

export interface SpeakDialectOptions {
  /** Type of the message that cancels an utterance. */
  readonly cancelType: string;
  /** Interprets a message of the server. */
  readonly handleMessage: (message: JsonObject, turn: SpeakTurn) => readonly TtsAction[];
  /** Called when nothing was sent for a while. */
  readonly idle?: ((turn: SpeakTurn) => readonly TtsAction[]) | undefined;
}

/** One utterance at a time. A cancelled one occupies the connection until the server confirms it. */
type SpeakPhase =
  | { readonly kind: 'free' }
  | { readonly kind: 'speaking'; readonly utterance: number; readonly flushes: FlushQueue }
  | { readonly kind: 'cancelling'; readonly utterance: number };

const FREE: SpeakPhase = { kind: 'free' };

/**
 * Creates the common part of `/v1/speak` and `/v2/speak`: text as it is generated, then `Flush`, and audio that names no
 * utterance. Audio between a cancellation and its confirmation belongs to the cancelled utterance.
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

function createSend(message: JsonObject): TtsAction {
  return { kind: 'send', frame: JSON.stringify(message) };
}

/** Splits `text` over as many `Speak` messages as it needs. */
function createSpeakMessages(text: string): readonly TtsAction[] {
  const pieces = splitToFit(text, LIMIT).filter((piece) => piece !== '');
  return pieces.map((piece) => createSend({ type: 'Speak', text: piece }));
}

/** Longest text of one `Speak`, in characters. */
const LIMIT: TextLimit = { max: 2000, sizeOf: ({ length }) => length };
