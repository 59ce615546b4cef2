import { createSend, parseObject, type JsonObject } from '../../src/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { createFlushQueue, type FlushQueue } from './flushQueue.ts';
import { splitToFit, type TextLimit } from '../../src/wire/tts/textLimit.ts';

/** The current utterance, for the handlers of server messages. */
export interface SpeakTurn {
  /** True while the server has not confirmed a cancellation. */
  readonly isCancelling: boolean;
  /** Applies `work` to the flushes of the utterance being spoken, if any. */
  readonly withFlushes: (work: (flushes: FlushQueue) => readonly TtsAction[]) => readonly TtsAction[];
  /** Frees the connection after the server has confirmed the cancellation. */
  readonly release: () => readonly TtsAction[];
}

export interface SpeakDialectOptions {
  /** Type of the message that cancels an utterance. */
  readonly cancelType: string;
  /** Handles a server message. */
  readonly handleMessage: (message: JsonObject, turn: SpeakTurn) => readonly TtsAction[];
  /** Called when nothing has been sent for a while. */
  readonly idle?: ((turn: SpeakTurn) => readonly TtsAction[]) | undefined;
}

/**
 * The phase of a connection, which speaks one utterance at a time. A cancelled utterance occupies the connection until
 * the server confirms the cancellation.
 */
type SpeakPhase =
  | { readonly kind: 'free' }
  | { readonly kind: 'speaking'; readonly utterance: number; readonly flushes: FlushQueue }
  | { readonly kind: 'cancelling'; readonly utterance: number };

const FREE: SpeakPhase = { kind: 'free' };

/**
 * Creates the common part of `/v1/speak` and `/v2/speak`: text as it is generated, then `Flush`, and audio that names
 * no utterance. Audio between a cancellation and its confirmation belongs to the cancelled utterance.
 */
export function createSpeakDialect({ cancelType, handleMessage, idle }: SpeakDialectOptions): TtsDialect {
  let phase: SpeakPhase = FREE;
  const enter = (next: SpeakPhase, ...actions: readonly TtsAction[]): readonly TtsAction[] => {
    phase = next;
    return actions;
  };
  const withFlushes: SpeakTurn['withFlushes'] = (work) => (phase.kind === 'speaking' ? work(phase.flushes) : []);
  const turn: SpeakTurn = {
    get isCancelling() {
      return phase.kind === 'cancelling';
    },
    withFlushes,
    release: () => (phase.kind === 'cancelling' ? enter(FREE, { kind: 'released', utterance: phase.utterance }) : []),
  };
  return {
    open: () => [{ kind: 'ready' }],
    begin: (utterance) => enter({ kind: 'speaking', utterance, flushes: createFlushQueue(FLUSH) }),
    text: (_, text) => withFlushes((flushes) => addText(flushes, text)),
    flush: (utterance) => withFlushes((flushes) => flushes.flush({ kind: 'flushed', utterance })),
    end: (utterance) => withFlushes((flushes) => flushes.flush({ kind: 'done', utterance })),
    cancel: (utterance) =>
      phase.kind === 'speaking' && phase.flushes.isPending
        ? enter({ kind: 'cancelling', utterance }, createSend({ type: cancelType }))
        : enter(FREE, { kind: 'released', utterance }),
    receive: (frame) => {
      if (typeof frame === 'string') return handleMessage(parseObject(frame) ?? {}, turn);
      return phase.kind === 'speaking' ? [{ kind: 'audio', utterance: phase.utterance, bytes: frame }] : [];
    },
    ...(idle && { idle: () => idle(turn) }),
    close: () => [createSend({ type: 'Close' })],
  };
}

const FLUSH: TtsAction = createSend({ type: 'Flush' });

/** Adds `text` and sends it in as many `Speak` messages as it needs. */
function addText(flushes: FlushQueue, text: string): readonly TtsAction[] {
  if (text.trim() !== '') flushes.addText();
  const pieces = splitToFit(text, LIMIT).filter((piece) => piece !== '');
  return pieces.map((piece) => createSend({ type: 'Speak', text: piece }));
}

/** Longest text of one `Speak`, in characters. */
const LIMIT: TextLimit = { max: 2000, sizeOf: ({ length }) => length };
