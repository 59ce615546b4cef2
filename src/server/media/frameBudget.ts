import { tap, type MonoTypeOperatorFunction } from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import { ConnectionError } from './connectionError.ts';
import { createBucket, type Limit } from './createBucket.ts';
import type { SocketEvent } from './fromSocket.ts';
import type { Inbound } from './inbound.ts';
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

/** Text frames of a client that also sends its audio in them: frames of 10 ms, at twice real time. */
const MESSAGES_WITH_AUDIO: Limit = { burst: 1000, perMs: 0.3 };
/** Characters for a sample of 16 bits in base64, with what is around it in a frame of 10 ms at 8 kHz. */
const CHARACTERS_PER_SAMPLE = 5;

/** What a client may still send. */
export interface FrameBuckets {
  /** In ms. */
  readonly audio: (ms: number) => boolean;
  readonly messages: (count: number) => boolean;
  readonly characters: (count: number) => boolean;
  /** Messages that are decoded: some peers send them among their audio, or several in one. */
  readonly decoded: (count: number) => boolean;
  readonly control: (count: number) => boolean;
  readonly limits: { readonly messages: Limit; readonly characters: Limit };
}

/** Creates full buckets. `textSampleRate`: the rate of the audio that comes in text frames, in Hz. @default it comes in binary frames */
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
 * Limits what a client sends before any of it is parsed: audio, text frames and their characters, their depth, pings and pongs.
 * Errors with a ConnectionError `input_rate` at the first frame above a limit. `sampleRate`: that of the user's audio, in Hz.
 * `buckets`: those of a client, which may come over several sockets.
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

/** Limits the audio that came in text frames, and what was lost of it, when it is decoded. Errors as `frameBudget` does. */
export function textAudioBudget({ audio }: Pick<FrameBuckets, 'audio'>): MonoTypeOperatorFunction<Inbound> {
  return tap((input) => {
    if (input.kind === 'gap') return check(audio(input.ms), NO_FASTER);
    if (input.kind !== 'audio') return;
    const { samples, sampleRate } = input.frame;
    check(audio(msOfSamples(samples.length, sampleRate)), NO_FASTER);
  });
}

/** Limits the messages for the session, however they came. Errors as `frameBudget` does. */
export function messageBudget({ decoded }: Pick<FrameBuckets, 'decoded'>): MonoTypeOperatorFunction<Inbound> {
  return tap(({ kind }) => {
    if (kind === 'message') check(decoded(1), `at most ${MESSAGES.perMs * 1000} messages a second`);
  });
}

const NO_FASTER = 'audio at no more than twice the speed of time';

function check(isAllowed: boolean, expected: string): void {
  if (!isAllowed) throw new ConnectionError('input_rate', `Expected ${expected}, got more.`);
}
