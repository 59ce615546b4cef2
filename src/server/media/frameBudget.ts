import { tap, type MonoTypeOperatorFunction } from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import { ConnectionError } from '../protocols/connectionError.ts';
import { createBucket, type Limit } from './createBucket.ts';
import type { SocketEvent } from './fromSocket.ts';
import type { Inbound } from './inbound.ts';
import type { InputTime } from './inputTime.ts';
import { isDeeperThan } from './isDeeperThan.ts';

/**
 * In ms of audio: twice real time, with a burst of 5 s for a network that catches up, and for the last 4 s of a resumed
 * session.
 */
const AUDIO: Limit = { burst: 5000, perMs: 2 };
/** Text frames, regardless of their content: ten times the rate of a client that reports its position every 100 ms. */
const MESSAGES: Limit = { burst: 200, perMs: 0.1 };
/**
 * Characters of text frames: eight of the longest texts at once, with every character escaped, and 64 Ki per second.
 */
const CHARACTERS: Limit = { burst: 524_288, perMs: 65.536 };
/**
 * Pings and pongs: the server itself pings every 10 s. The limit is below the 60 unsent answers at which ws gives up.
 */
const CONTROL: Limit = { burst: 50, perMs: 0.01 };
/** Maximum nesting of arrays and objects; the protocol's own messages are flat. */
const MAX_DEPTH = 32;

/** Text frames from a client that also sends its audio in them: frames of 10 ms, at twice real time. */
const MESSAGES_WITH_AUDIO: Limit = { burst: 1000, perMs: 0.3 };
/** Characters per 16-bit sample in base64, including the rest of the frame, for frames of 10 ms at 8 kHz. */
const CHARACTERS_PER_SAMPLE = 5;

/** The remaining budget of a client. */
export interface FrameBuckets {
  /** In ms of audio. */
  readonly audio: (ms: number) => boolean;
  readonly messages: (count: number) => boolean;
  readonly characters: (count: number) => boolean;
  /** Decoded messages: some peers send them together with their audio, or several in one frame. */
  readonly decoded: (count: number) => boolean;
  readonly control: (count: number) => boolean;
  readonly limits: { readonly messages: Limit; readonly characters: Limit };
}

/**
 * Creates full buckets. `textSampleRate` is the rate of audio in text frames, in Hz.
 *
 * @default audio comes in binary frames
 */
export function createFrameBuckets(time: InputTime, textSampleRate?: number): FrameBuckets {
  const messages = textSampleRate === undefined ? MESSAGES : MESSAGES_WITH_AUDIO;
  const characters = textSampleRate === undefined ? CHARACTERS : withAudio(CHARACTERS, textSampleRate);
  return {
    audio: createBucket(AUDIO, time),
    messages: createBucket(messages, time),
    characters: createBucket(characters, time),
    decoded: createBucket(MESSAGES, time),
    control: createBucket(CONTROL, time),
    limits: { messages, characters },
  };
}

function withAudio({ burst, perMs }: Limit, sampleRate: number): Limit {
  const perAudioMs = (CHARACTERS_PER_SAMPLE * sampleRate) / 1000;
  return { burst: burst + AUDIO.burst * perAudioMs, perMs: perMs + AUDIO.perMs * perAudioMs };
}

/**
 * Limits a client's input before any of it is parsed: audio, text frames with their characters and nesting, pings and
 * pongs. Errors with a ConnectionError `input_rate` at the first frame above a limit. `sampleRate` is the rate of the
 * user's audio, in Hz. `buckets` belong to one client, which may use several sockets.
 */
export function frameBudget(sampleRate: number, buckets: FrameBuckets): MonoTypeOperatorFunction<SocketEvent> {
  const { audio, messages, characters, control, limits } = buckets;
  return tap((event) => {
    switch (event.kind) {
      case 'binary':
        return check(audio(msOfSamples(event.bytes.length / 2, sampleRate)), NO_FASTER);
      case 'text':
        check(messages(1), `at most ${limits.messages.perMs * 1000} messages a second`);
        check(characters(event.text.length), `at most ${limits.characters.perMs * 1000} characters a second`);
        return check(!isDeeperThan(MAX_DEPTH, event.text), `messages at most ${MAX_DEPTH} levels deep`);
      case 'ping':
      case 'pong':
        return check(control(1), `at most ${CONTROL.perMs * 1000} pings and pongs a second`);
      case 'closed':
        return;
    }
  });
}

/** Limits decoded audio from text frames, including its gaps. Errors as `frameBudget` does. */
export function textAudioBudget({ audio }: Pick<FrameBuckets, 'audio'>): MonoTypeOperatorFunction<Inbound> {
  return tap((input) => {
    if (input.kind === 'gap') return check(audio(input.ms), NO_FASTER);
    if (input.kind !== 'audio') return;
    const { samples, sampleRate } = input.frame;
    check(audio(msOfSamples(samples.length, sampleRate)), NO_FASTER);
  });
}

/** Limits the messages for the session, regardless of their frames. Errors as `frameBudget` does. */
export function messageBudget({ decoded }: Pick<FrameBuckets, 'decoded'>): MonoTypeOperatorFunction<Inbound> {
  return tap(({ kind }) => {
    if (kind === 'message') check(decoded(1), `at most ${MESSAGES.perMs * 1000} messages a second`);
  });
}

const NO_FASTER = 'audio at no more than twice real-time speed';

function check(isAllowed: boolean, expected: string): void {
  if (!isAllowed) throw new ConnectionError('input_rate', `Expected ${expected}, got more.`);
}
