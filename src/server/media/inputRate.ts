import { defer, tap, type MonoTypeOperatorFunction, type SchedulerLike } from 'rxjs';
import { durationMs } from '../../core/audio.ts';
import type { Inbound } from './inbound.ts';
import { ConnectionError } from './connectionError.ts';

/** A token bucket: its size, and how much flows back per ms. */
interface Limit {
  readonly burst: number;
  readonly perMs: number;
}

/** Limit in ms of audio: twice real time, with a burst of 4 s for a network that catches up. */
const AUDIO: Limit = { burst: 4000, perMs: 2 };
/** Limit in messages: ten times the rate of a client that reports its position every 100 ms. */
const MESSAGES: Limit = { burst: 200, perMs: 0.1 };
/** Limit in typed characters: eight of the longest texts at once, and faster than anybody types. */
const TYPED: Limit = { burst: 65_536, perMs: 1 };

/**
 * Limits the rate of a client's audio, messages and typed characters. Errors with a ConnectionError `input_rate` at the first
 * input above a limit.
 */
export function inputRate(scheduler: SchedulerLike): MonoTypeOperatorFunction<Inbound> {
  return (source) =>
    defer(() => {
      const audio = createBucket(AUDIO, scheduler);
      const messages = createBucket(MESSAGES, scheduler);
      const typed = createBucket(TYPED, scheduler);
      return source.pipe(
        tap((input) => {
          if (input.kind === 'audio')
            return check(audio(durationMs(input.frame)), 'audio at no more than twice the speed of time');
          check(messages(1), `at most ${MESSAGES.perMs * 1000} messages a second`);
          if (input.message.type === 'input.text')
            check(typed(input.message.text.length), `at most ${TYPED.perMs * 1000} typed characters a second`);
        }),
      );
    });
}

/** Creates a full bucket. Its function takes `amount` out and returns whether it was there. */
function createBucket({ burst, perMs }: Limit, scheduler: SchedulerLike): (amount: number) => boolean {
  let level = burst;
  let seenAt = scheduler.now();
  return (amount) => {
    const now = scheduler.now();
    level = Math.min(burst, level + (now - seenAt) * perMs) - amount;
    seenAt = now;
    return level >= 0;
  };
}

function check(isAllowed: boolean, expected: string): void {
  if (!isAllowed) throw new ConnectionError('input_rate', `Expected ${expected}, got more.`);
}
