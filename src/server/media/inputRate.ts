import { defer, tap } from 'rxjs';
import type { MonoTypeOperatorFunction, SchedulerLike } from 'rxjs';
import { durationMs } from '../../core/audio.ts';
import type { Inbound } from './inbound.ts';
import { ConnectionError } from './connectionError.ts';

export interface InputRateOptions {
  readonly scheduler: SchedulerLike;
}

/** What may come at once, and how much of it is made good with every ms. */
interface Allowance {
  readonly burst: number;
  readonly perMs: number;
}

/** In ms of audio: twice the speed of time, over two seconds. A network that has stood still may catch up. */
const AUDIO: Allowance = { burst: 4000, perMs: 2 };

/** In messages: ten times what a client that reports its position every 100 ms sends. */
const MESSAGES: Allowance = { burst: 200, perMs: 0.1 };

/** In characters typed: eight of the longest texts at once, and faster than anybody writes. They stay in the history. */
const TYPED: Allowance = { burst: 65_536, perMs: 1 };

/**
 * Lets through what a client sends as long as it keeps to the speed of time: 4 s of audio at once, and no more than twice real
 * time in the long run; 200 messages at once, and no more than 100 a second; 65536 typed characters at once, and no more than
 * 1000 a second. Errors with a LineFault `input_rate` at the first that is too much.
 */
export function inputRate({ scheduler }: InputRateOptions): MonoTypeOperatorFunction<Inbound> {
  return (source) =>
    defer(() => {
      const audio = bucket(AUDIO, scheduler);
      const messages = bucket(MESSAGES, scheduler);
      const typed = bucket(TYPED, scheduler);
      return source.pipe(
        tap((said) => {
          if (said.kind === 'audio')
            return check(audio(durationMs(said.frame)), 'audio at no more than twice the speed of time');
          check(messages(1), `at most ${MESSAGES.perMs * 1000} messages a second`);
          if (said.message.type === 'input.text')
            check(typed(said.message.text.length), `at most ${TYPED.perMs * 1000} typed characters a second`);
        }),
      );
    });
}

/** Takes `amount` out if it is there. It is full in the beginning, and never fuller than that. */
function bucket({ burst, perMs }: Allowance, scheduler: SchedulerLike): (amount: number) => boolean {
  let level = burst;
  let seenAt = scheduler.now();
  return (amount) => {
    const now = scheduler.now();
    level = Math.min(burst, level + (now - seenAt) * perMs) - amount;
    seenAt = now;
    return level >= 0;
  };
}

function check(isLawful: boolean, expected: string): void {
  if (!isLawful) throw new ConnectionError('input_rate', `Expected ${expected}, got more.`);
}
