import { escapePattern } from '../src/core/escapePattern.ts';
import {
  asyncScheduler,
  concatMap,
  defer,
  NEVER,
  using,
  type MonoTypeOperatorFunction,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { checkRange } from '../src/core/checkRange.ts';
import { AntiphonError } from '../src/core/errors.ts';
import type { Settlement, Transcript } from '../src/core/speech.ts';

export interface WakeWordOptions {
  /** The wake words or phrases, such as `['hey concierge']`. Case and punctuation are ignored. */
  readonly words: readonly string[];
  /**
   * How long the gate stays awake after the latest words, and after the end of `busy`, in ms, from 0. @default 10000
   */
  readonly awakeMs?: number | undefined;
  /** Keeps the wake word in the text; if false, the text starts after it. @default true */
  readonly keepWord?: boolean | undefined;
  /**
   * While true, the gate does not fall asleep, for example because the agent is speaking. Does not wake the gate.
   * @default never
   */
  readonly busy?: Observable<boolean> | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Passes words from a wake word on, until no words arrive for `awakeMs`. Drops all other words and settles their
 * segments as noise, so that they neither hold the agent back nor become a turn. A final with the wake word wakes the
 * gate. An interim with it passes but does not wake the gate; if the final lacks the word, an empty final retracts the
 * interim. Settlements pass. Completes with its source.
 *
 * Throws an `AntiphonError` `usage_invalid` if there are no words, or if `awakeMs` is negative.
 *
 * ```text
 * words   -i-f---J--F---f--------i---    wake word "how are you", in J and F; awakeMs 6
 * passed  -n-----J--F---f--------n---    n settled as noise
 * ```
 *
 * @example
 * ```ts
 * import type { Stage } from 'antiphon';
 * import { wakeWord } from 'antiphon/operators';
 * import { pipe } from 'rxjs';
 *
 * // A session with this stage ignores all words until "concierge".
 * export const gated: Stage<'transcribe'> = ({ scheduler }, standard) =>
 *   pipe(standard(), wakeWord({ words: ['concierge'], scheduler }));
 * ```
 */
export function wakeWord(options: WakeWordOptions): MonoTypeOperatorFunction<Transcript | Settlement> {
  const { awakeMs = 10_000, busy = NEVER, scheduler = asyncScheduler } = options;
  checkRange('awakeMs', awakeMs, 0);
  const findText = createTextFinder(options);
  return (source) =>
    defer(() => {
      const gate = new Gate(findText, createAwakeness(awakeMs, scheduler));
      return using(
        () => busy.subscribe((isBusy) => gate.awakeness.setBusy(isBusy)),
        () => source.pipe(concatMap((event) => gate.pass(event))),
      );
    });
}

/** Tracks how long the gate stays awake. */
interface Awakeness {
  isAwake(): boolean;
  /** Restarts the timer. */
  wake(): void;
  setBusy(isBusy: boolean): void;
}

function createAwakeness(awakeMs: number, scheduler: SchedulerLike): Awakeness {
  let until = Number.NEGATIVE_INFINITY;
  let isBusy = false;
  let isPutOff = false;
  const isAwake = (): boolean => isPutOff || scheduler.now() < until;
  const wake = (): void => {
    until = scheduler.now() + awakeMs;
    isPutOff = isBusy;
  };
  const setBusy = (busy: boolean): void => {
    const hasChanged = busy !== isBusy;
    isBusy = busy;
    if (hasChanged && isAwake()) wake();
  };
  return { isAwake, wake, setBusy };
}

class Gate {
  readonly awakeness: Awakeness;
  readonly #findText: (text: string) => string | null;
  /** The segment that was settled as noise. */
  #noise: number | null = null;
  /** The segment whose interim has passed without waking the gate. */
  #previewed: number | null = null;

  constructor(findText: (text: string) => string | null, awakeness: Awakeness) {
    this.#findText = findText;
    this.awakeness = awakeness;
  }

  pass(event: Transcript | Settlement): readonly (Transcript | Settlement)[] {
    if (event.kind === 'settled') return this.#settle(event);
    if (event.text.trim() === '') return [event];
    if (this.awakeness.isAwake()) return this.#wake(event);
    const text = this.#findText(event.text);
    if (text === null) return this.#drop(event);
    if (event.kind === 'final') return this.#wake(withText(event, text));
    if (text !== '') this.#previewed = event.segment;
    return text === '' ? [] : [withText(event, text)];
  }

  /** Applies the interim of a segment that is settled without a final. */
  #settle(event: Settlement): readonly Settlement[] {
    if (event.segment === this.#previewed && event.by !== 'noise') this.awakeness.wake();
    return [event];
  }

  /** Wakes the gate, or keeps it awake. A wake word alone emits nothing unless an interim has to be retracted. */
  #wake(event: Transcript): readonly Transcript[] {
    const isSilent = event.text === '' && this.#previewed !== event.segment;
    this.awakeness.wake();
    this.#noise = null;
    this.#previewed = null;
    return isSilent ? [] : [event];
  }

  #drop({ kind, segment }: Transcript): readonly (Transcript | Settlement)[] {
    if (this.#previewed === segment) {
      if (kind === 'interim') return [];
      this.#previewed = null;
      return [{ kind, segment, text: '' }];
    }
    if (this.#noise === segment) return [];
    this.#noise = segment;
    return [{ kind: 'settled', segment, by: 'noise' }];
  }
}

/** Replaces the text. Drops the words and their times, which refer to the original text. */
function withText(transcript: Transcript, text: string): Transcript {
  if (text === transcript.text) return transcript;
  const { words: _, ...rest } = transcript;
  return { ...rest, text };
}

/** Creates a function that returns the part of a text from its first wake word on, or null. */
function createTextFinder({ words, keepWord = true }: WakeWordOptions): (text: string) => string | null {
  const pattern = new RegExp(words.map(createPattern).join('|'), 'iu');
  if (words.length === 0) throw createUsageError('at least one wake word', 'none');
  return (text) => {
    const found = pattern.exec(text);
    if (found === null) return null;
    if (keepWord) return text.slice(found.index);
    return text.slice(found.index + found[0].length).replace(/^[^\p{L}\p{N}]+/u, '');
  };
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function createPattern(phrase: string): string {
  const words = phrase.split(/[^\p{L}\p{M}\p{N}']+/u).filter((word) => word !== '');
  if (words.length === 0) throw createUsageError('words with letters', JSON.stringify(phrase));
  const spelt = words.map(escapePattern).join(String.raw`[^\p{L}\p{N}]+`);
  return UNSPACED.test(phrase) ? spelt : String.raw`(?<![\p{L}\p{N}])${spelt}(?![\p{L}\p{N}])`;
}

function createUsageError(expected: string, got: string): AntiphonError {
  return new AntiphonError('usage_invalid', `Expected words to be ${expected}, got ${got}.`, { path: 'words' });
}
