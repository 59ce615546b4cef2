import type { TtsAction } from '../../src/wire/tts/dialect.ts';

/** What of an utterance's text is still to be flushed, and what the flushes under way will answer. */
export interface FlushQueue {
  /** Whether any audio is still to come. */
  readonly isPending: boolean;
  /** More to be spoken was sent. */
  addText(): void;
  /** Has what was sent spoken; `answer` is given when its audio has come, which may be now. */
  flush(answer: TtsAction): readonly TtsAction[];
  /** The server has answered one. */
  confirm(): readonly TtsAction[];
  /** The server has left one undone. */
  reject(): readonly TtsAction[];
  /** Asks again for what was left undone. */
  retry(): readonly TtsAction[];
}

/**
 * The server serves 20 flushes in 60 s and leaves a further one undone with a warning, which does not say which. It is
 * taken to be the latest: were it an earlier one, an answer would only come late; the other way round, audio that is still
 * to come would be given up. What was left undone goes with the next flush.
 */
export function createFlushQueue(frame: TtsAction): FlushQueue {
  let hasText = false;
  let rejected: readonly TtsAction[] = [];
  let pending: readonly (readonly TtsAction[])[] = [];
  const send = (answers: readonly TtsAction[]): readonly TtsAction[] => {
    pending = [...pending, answers];
    [hasText, rejected] = [false, []];
    return [frame];
  };
  const flush = (answer: TtsAction): readonly TtsAction[] => {
    if (hasText || rejected.length > 0) return send([...rejected, answer]);
    const last = pending.at(-1);
    if (last === undefined) return [answer];
    pending = [...pending.slice(0, -1), [...last, answer]];
    return [];
  };
  return {
    get isPending() {
      return hasText || rejected.length > 0 || pending.length > 0;
    },
    addText: () => {
      hasText = true;
    },
    flush,
    confirm: () => {
      const [answers = [], ...others] = pending;
      pending = others;
      return answers;
    },
    reject: () => {
      rejected = [...(pending.at(-1) ?? []), ...rejected];
      pending = pending.slice(0, -1);
      return [];
    },
    retry: () => (rejected.length > 0 ? send(rejected) : []),
  };
}
