import type { TtsAction } from '../../src/wire/tts/dialect.ts';

/** The unflushed text of an utterance and its unanswered flushes. */
export interface FlushQueue {
  /** True while audio is still to come. */
  readonly isPending: boolean;
  /** Records that text was sent. */
  addText(): void;
  /** Flushes the text sent so far. Returns `answer` once its audio has arrived, which may be at once. */
  flush(answer: TtsAction): readonly TtsAction[];
  /** Returns the answers of the oldest flush, which the server has completed. */
  confirm(): readonly TtsAction[];
  /** Records that the server has rejected a flush. */
  reject(): readonly TtsAction[];
  /** Sends the rejected flushes again. */
  retry(): readonly TtsAction[];
}

/**
 * Creates the queue of an utterance. The server accepts 20 flushes in 60 s and rejects more with a warning that does
 * not identify the flush. The queue assumes the latest: if it was an earlier one, an answer is merely late, whereas the
 * reverse mistake would drop audio that is still to come. A rejected flush is repeated with the next one.
 */
export function createFlushQueue(frame: TtsAction): FlushQueue {
  const pending: TtsAction[][] = [];
  let rejected: readonly TtsAction[] = [];
  let hasText = false;
  const send = (answers: readonly TtsAction[]): readonly TtsAction[] => {
    pending.push([...answers]);
    [hasText, rejected] = [false, []];
    return [frame];
  };
  return {
    get isPending() {
      return hasText || rejected.length > 0 || pending.length > 0;
    },
    addText: () => void (hasText = true),
    flush: (answer) => {
      if (hasText || rejected.length > 0) return send([...rejected, answer]);
      const last = pending.at(-1);
      last?.push(answer);
      return last === undefined ? [answer] : [];
    },
    confirm: () => pending.shift() ?? [],
    reject: () => {
      rejected = [...(pending.pop() ?? []), ...rejected];
      return [];
    },
    retry: () => (rejected.length > 0 ? send(rejected) : []),
  };
}
