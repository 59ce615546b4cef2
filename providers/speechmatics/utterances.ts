import type { SttAction } from '../../src/wire/stt/dialect.ts';
import { joinItems } from './joinItems.ts';
import type { ResultItem, Results } from './results.ts';

/** The mapping from a connection's audio to utterances. Times are in seconds of that audio. */
export interface Utterances {
  begin(utterance: number, fromS: number): void;
  end(toS: number): void;
  /** Applies an `AddTranscript`. */
  addFinal(results: Results): readonly SttAction[];
  /** Applies an `AddPartialTranscript`, which covers all audio without a final transcript. */
  addPartial(results: Results): readonly SttAction[];
  /** Applies an `EndOfUtterance` at `atS`; null if it has no time. */
  settle(atS: number | null): readonly SttAction[];
  /** Sets the text between two words. @default a space */
  setDelimiter(delimiter: string): void;
}

interface SpokenUtterance {
  readonly utterance: number;
  readonly fromS: number;
  /** Infinity until it ends. */
  toS: number;
  finals: readonly ResultItem[];
  /** The items after the finals, which may change. */
  partials: readonly ResultItem[];
}

/** An end of utterance that lies further behind an utterance's end answers a later one. */
const TOLERANCE_S = 0.5;

/**
 * Creates the mapping. Speechmatics' results name times, not utterances: each word goes to the utterance whose audio it
 * was spoken in, and words of settled utterances are dropped. An utterance has one piece, when it is settled, so that a
 * punctuation mark in a later transcript still attaches to its word. Until then, its text is an interim.
 */
export function createUtterances(): Utterances {
  let open: readonly SpokenUtterance[] = [];
  let delimiter = ' ';

  const join = (spoken: SpokenUtterance, isFinal: boolean): readonly SttAction[] => {
    const { utterance, fromS, finals, partials } = spoken;
    const { text, details } = joinItems([...finals, ...partials], { delimiter, fromS, isFinal });
    return text === '' ? [] : [{ kind: isFinal ? 'piece' : 'interim', utterance, text, details }];
  };
  /** Adds the items to their utterances, and returns the interims of those utterances. */
  const apply = (
    { items }: Results,
    add: (spoken: SpokenUtterance, own: readonly ResultItem[]) => void,
  ): readonly SttAction[] => {
    const owners = findOwners(items, open);
    return open.flatMap((spoken) => {
      const own = items.filter((_, at) => owners[at] === spoken);
      if (own.length === 0) return [];
      add(spoken, own);
      return join(spoken, false);
    });
  };
  return {
    begin: (utterance, fromS) => {
      open = [...open, { utterance, fromS, toS: Infinity, finals: [], partials: [] }];
    },
    end: (toS) => {
      const last = open.at(-1);
      if (last !== undefined) last.toS = toS;
    },
    addFinal: (results) =>
      apply(results, (spoken, own) => {
        spoken.finals = [...spoken.finals, ...own];
        spoken.partials = spoken.partials.filter(({ startS }) => startS >= results.endS);
      }),
    addPartial: (results) =>
      apply(results, (spoken, own) => {
        spoken.partials = own;
      }),
    settle: (atS) => {
      const ended = open.filter(({ toS }) => toS < Infinity);
      const answered = atS === null ? 0 : ended.findIndex(({ toS }) => toS >= atS - TOLERANCE_S);
      const settled = answered < 0 ? ended : ended.slice(0, answered + 1);
      open = open.filter((spoken) => !settled.includes(spoken));
      return settled.flatMap((spoken) => [...join(spoken, true), createDone(spoken)]);
    },
    setDelimiter: (given) => {
      delimiter = given;
    },
  };
}

function createDone({ utterance }: SpokenUtterance): SttAction {
  return { kind: 'done', utterance };
}

/** Finds the utterance of each item, by the middle of its time. Punctuation belongs to the item before. */
function findOwners(
  items: readonly ResultItem[],
  open: readonly SpokenUtterance[],
): readonly (SpokenUtterance | undefined)[] {
  const owners: (SpokenUtterance | undefined)[] = [];
  for (const [at, { startS, endS, isPunctuation }] of items.entries()) {
    const isAttached = isPunctuation && at > 0;
    owners.push(isAttached ? owners[at - 1] : open.findLast(({ fromS }) => fromS <= (startS + endS) / 2));
  }
  return owners;
}
