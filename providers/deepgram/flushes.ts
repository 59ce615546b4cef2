import type { TtsAction } from '../../src/wire/tts/dialect.ts';

/** What of an utterance's text is still to be flushed, and what the flushes under way will answer. */
export interface Flushes {
  /** Whether any audio is still to come. */
  readonly owing: boolean;
  /** More to be spoken was sent. */
  texted(): void;
  /** Has what was sent spoken; `answer` is given when its audio has come, which may be now. */
  ask(answer: TtsAction): readonly TtsAction[];
  /** The server has answered one. */
  answered(): readonly TtsAction[];
  /** The server has left one undone. */
  refused(): readonly TtsAction[];
  /** Asks again for what was left undone. */
  retry(): readonly TtsAction[];
}

/**
 * The server serves 20 flushes in 60 s and leaves a further one undone with a warning, which does not say which. It is
 * taken to be the latest: were it an earlier one, an answer would only come late; the other way round, audio that is still
 * to come would be given up. What was left undone goes with the next flush.
 */
export function flushesWith(flush: TtsAction): Flushes {
  let unflushed = false;
  let undone: readonly TtsAction[] = [];
  let underWay: readonly (readonly TtsAction[])[] = [];
  const send = (answers: readonly TtsAction[]): readonly TtsAction[] => {
    underWay = [...underWay, answers];
    [unflushed, undone] = [false, []];
    return [flush];
  };
  const ask = (answer: TtsAction): readonly TtsAction[] => {
    if (unflushed || undone.length > 0) return send([...undone, answer]);
    const last = underWay.at(-1);
    if (last === undefined) return [answer];
    underWay = [...underWay.slice(0, -1), [...last, answer]];
    return [];
  };
  return {
    get owing() {
      return unflushed || undone.length > 0 || underWay.length > 0;
    },
    texted: () => {
      unflushed = true;
    },
    ask,
    answered: () => {
      const [answers = [], ...others] = underWay;
      underWay = others;
      return answers;
    },
    refused: () => {
      undone = [...(underWay.at(-1) ?? []), ...undone];
      underWay = underWay.slice(0, -1);
      return [];
    },
    retry: () => (undone.length > 0 ? send(undone) : []),
  };
}
