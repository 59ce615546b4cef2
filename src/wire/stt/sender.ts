import type { SchedulerLike, Subscription } from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import type { UtteranceLog } from './utteranceLog.ts';
import { createRateLimiter } from './rateLimiter.ts';
import { SendCursor } from './sendCursor.ts';
import type { SendCommand } from './sendCursor.ts';

/** What waits to leave a socket at most, in bytes, before it is told more. */
const MOST_WAITING_BYTES = 1024 * 1024;
/** When a socket that is behind is looked at again, in ms. */
const LOOK_AGAIN_MS = 100;

export interface SenderOptions {
  readonly book: UtteranceLog;
  readonly sampleRate: number;
  readonly scheduler: SchedulerLike;
  /** What was sent and has not left yet. */
  readonly bufferedBytes: () => number;
  readonly tell: (word: SendCommand) => void;
}

/** Tells one connection what is in the book, as fast as it may be told. */
export interface Sender {
  /** More may be in the book. */
  more(): void;
  stop(): void;
}

export function createSender({ book, sampleRate, scheduler, bufferedBytes, tell }: SenderOptions): Sender {
  const reading = new SendCursor(book);
  const { waitMs, sent } = createRateLimiter(scheduler);
  const audioMs = (word: SendCommand): number =>
    word.kind === 'audio' ? msOfSamples(word.samples.length, sampleRate) : 0;
  const holdMs = (word: SendCommand): number =>
    bufferedBytes() > MOST_WAITING_BYTES ? LOOK_AGAIN_MS : waitMs(audioMs(word));
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
  const pass = (word: SendCommand): void => {
    reading.advance(word);
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
