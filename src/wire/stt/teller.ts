import type { SchedulerLike, Subscription } from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import type { Book } from './book.ts';
import { pace } from './pace.ts';
import { Reading } from './reading.ts';
import type { Word } from './reading.ts';

/** What waits to leave a socket at most, in bytes, before it is told more. */
const MOST_WAITING_BYTES = 1024 * 1024;
/** When a socket that is behind is looked at again, in ms. */
const LOOK_AGAIN_MS = 100;

export interface TellerOptions {
  readonly book: Book;
  readonly sampleRate: number;
  readonly scheduler: SchedulerLike;
  /** What was sent and has not left yet. */
  readonly bufferedBytes: () => number;
  readonly tell: (word: Word) => void;
}

/** Tells one connection what is in the book, as fast as it may be told. */
export interface Teller {
  /** More may be in the book. */
  more(): void;
  stop(): void;
}

export function teller({ book, sampleRate, scheduler, bufferedBytes, tell }: TellerOptions): Teller {
  const reading = new Reading(book);
  const { waitMs, sent } = pace(scheduler);
  const audioMs = (word: Word): number => (word.kind === 'audio' ? msOfSamples(word.samples.length, sampleRate) : 0);
  const holdMs = (word: Word): number => (bufferedBytes() > MOST_WAITING_BYTES ? LOOK_AGAIN_MS : waitMs(audioMs(word)));
  let state: 'resting' | 'telling' | 'stopped' | Subscription = 'resting';

  const more = (): void => {
    if (state !== 'resting') return;
    state = 'telling';
    for (let word = reading.next; state === 'telling'; word = reading.next) {
      const wait = word === null ? 0 : holdMs(word);
      if (word === null) state = 'resting';
      else if (wait > 0) state = scheduler.schedule(again, wait);
      else pass(word);
    }
  };
  const again = (): void => {
    state = 'resting';
    more();
  };
  const pass = (word: Word): void => {
    reading.told(word);
    sent(audioMs(word));
    tell(word);
  };
  return {
    more,
    stop: () => {
      if (typeof state === 'object') state.unsubscribe();
      state = 'stopped';
    },
  };
}
