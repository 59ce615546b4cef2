import { defer, tap, type MonoTypeOperatorFunction } from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import { ConnectionError } from './connectionError.ts';
import { createBucket, type Limit } from './createBucket.ts';
import type { SocketEvent } from './fromSocket.ts';
import type { InputTime } from './inputTime.ts';
import { isDeeperThan } from './isDeeperThan.ts';

/** In ms of audio: twice real time, with a burst of 5 s for a network that catches up, and for the last 4 s of a resumed session. */
const AUDIO: Limit = { burst: 5000, perMs: 2 };
/** Text frames, whatever is in them: ten times the rate of a client that reports its position every 100 ms. */
const MESSAGES: Limit = { burst: 200, perMs: 0.1 };
/** Characters of text frames: eight of the longest texts at once, each character escaped, and 64 Ki a second. */
const CHARACTERS: Limit = { burst: 524_288, perMs: 65.536 };
/** Pings and pongs: the server itself pings every 10 s. Below the 60 unsent answers at which ws gives up. */
const CONTROL: Limit = { burst: 50, perMs: 0.01 };
/** Nesting of lists and objects; the protocol's own messages are flat. */
const MAX_DEPTH = 32;

/** What a client may still send. */
export type FrameBuckets = Readonly<
  Record<'audio' | 'messages' | 'characters' | 'control', (amount: number) => boolean>
>;

export function createFrameBuckets(time: InputTime): FrameBuckets {
  return {
    audio: createBucket(AUDIO, time),
    messages: createBucket(MESSAGES, time),
    characters: createBucket(CHARACTERS, time),
    control: createBucket(CONTROL, time),
  };
}

/**
 * Limits what a client sends before any of it is parsed: audio, text frames and their characters, their depth, pings and pongs.
 * Errors with a ConnectionError `input_rate` at the first frame above a limit. `sampleRate`: that of the user's audio, in Hz.
 *
 * @param buckets of a client that may come over several sockets. @default new ones
 */
export function frameBudget(
  sampleRate: number,
  time: InputTime,
  buckets?: FrameBuckets,
): MonoTypeOperatorFunction<SocketEvent> {
  return (events) =>
    defer(() => {
      const { audio, messages, characters, control } = buckets ?? createFrameBuckets(time);
      return events.pipe(
        tap((event) => {
          switch (event.kind) {
            case 'binary':
              return check(
                audio(msOfSamples(event.bytes.length / 2, sampleRate)),
                'audio at no more than twice the speed of time',
              );
            case 'text':
              check(messages(1), `at most ${MESSAGES.perMs * 1000} messages a second`);
              check(characters(event.text.length), `at most ${CHARACTERS.perMs * 1000} characters a second`);
              return check(!isDeeperThan(MAX_DEPTH, event.text), `messages at most ${MAX_DEPTH} levels deep`);
            case 'ping':
            case 'pong':
              return check(control(1), `at most ${CONTROL.perMs * 1000} pings and pongs a second`);
            case 'closed':
              return;
          }
        }),
      );
    });
}

function check(isAllowed: boolean, expected: string): void {
  if (!isAllowed) throw new ConnectionError('input_rate', `Expected ${expected}, got more.`);
}
