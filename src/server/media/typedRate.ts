import { defer, tap, type MonoTypeOperatorFunction } from 'rxjs';
import { ConnectionError } from '../protocols/connectionError.ts';
import { createBucket, type Limit } from './createBucket.ts';
import type { Inbound } from './inbound.ts';
import type { InputTime } from './inputTime.ts';

/** In typed characters: eight of the longest texts at once, and then faster than anyone can type. */
const TYPED: Limit = { burst: 65_536, perMs: 1 };

/** Creates the bucket of a client's typed characters. */
export function createTypedBucket(time: InputTime): (characters: number) => boolean {
  return createBucket(TYPED, time);
}

/**
 * Limits the rate of typed characters. Errors with a ConnectionError `input_rate` at the first text above the limit.
 *
 * @param bucket the bucket of a client that may use several sockets.
 * @default a new one
 */
export function typedRate(
  time: InputTime,
  bucket?: (characters: number) => boolean,
): MonoTypeOperatorFunction<Inbound> {
  return (source) =>
    defer(() => {
      const take = bucket ?? createTypedBucket(time);
      return source.pipe(
        tap((input) => {
          if (input.kind !== 'message' || input.message.type !== 'input.text' || take(input.message.text.length))
            return;
          const expected = `at most ${TYPED.perMs * 1000} typed characters a second`;
          throw new ConnectionError('input_rate', `Expected ${expected}, got more.`);
        }),
      );
    });
}
