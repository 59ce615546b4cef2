import type { NameSet } from '../../core/names.ts';
import { concat, concatMap, EMPTY, of, scan, type Observable, type SchedulerLike } from 'rxjs';
import { durationMs, msOfSamples, samplesOfMs } from '../../core/audio.ts';
import type { TtsEvent } from '../../core/ports.ts';
import { paced } from '../../stream/paced.ts';
import { pause } from '../../stream/pause.ts';
import { stopOutput } from './stopOutput.ts';

/** The pace and the failures of an utterance. */
export interface TtsBehaviour {
  /** Time from the first text to the first audio, in ms. Default 0: synchronously. */
  readonly firstAudioMs?: number | undefined;
  /** Audio per character (UTF-16 code unit), in ms. Default 60. */
  readonly msPerChar?: number | undefined;
  /** Speed of synthesis relative to playback. Default `Infinity`. */
  readonly speed?: number | undefined;
  /** Number of characters after whose audio it stops emitting. Default: never. */
  readonly stallAfterChars?: number | undefined;
  /** Number of characters after whose audio it fails. Default: never. */
  readonly failAfterChars?: number | undefined;
}

export const TTS_BEHAVIOUR: NameSet<keyof TtsBehaviour> = {
  firstAudioMs: true,
  msPerChar: true,
  speed: true,
  stallAfterChars: true,
  failAfterChars: true,
};

export interface SpeechFormat {
  readonly timings: boolean;
  readonly sampleRate: number;
  readonly frameMs: number;
  readonly scheduler: SchedulerLike;
}

/** Speaks one utterance, piece by piece: word timings, audio, a mark. */
export function emitSpeech(
  text: Observable<string>,
  behaviour: TtsBehaviour,
  { timings, sampleRate, frameMs, scheduler }: SpeechFormat,
): Observable<TtsEvent> {
  const { firstAudioMs = 0, msPerChar, speed = Number.POSITIVE_INFINITY } = behaviour;
  const { limit, stallOrFail } = stopOutput('TTS', behaviour.stallAfterChars, behaviour.failAfterChars);
  const boundary = boundaries(sampleRate, msPerChar);
  const frameSamples = samplesOfMs(frameMs, sampleRate);

  return text.pipe(
    scan((before, piece) => ({ piece, first: before.first + before.piece.length }), { piece: '', first: 0 }),
    concatMap(({ piece, first }) => {
      const end = Math.min(first + piece.length, limit);
      const spoken = piece.slice(0, end - first);
      const audio = splitFrames(encodeCharacters(spoken, first, boundary), frameSamples, sampleRate);
      return concat(
        first === 0 ? pause(firstAudioMs, scheduler) : EMPTY,
        timings ? emitTimings(spoken, first, (char) => msOfSamples(boundary(char), sampleRate)) : EMPTY,
        paced(audio, ({ frame }) => durationMs(frame) / speed, scheduler),
        end < limit ? of<TtsEvent>({ kind: 'mark', chars: end }) : stallOrFail,
      );
    }),
  );
}

/** Returns a function that computes the start of a character's audio, in samples. */
export function boundaries(sampleRate: number, msPerChar = 60): (char: number) => number {
  return (char) => Math.round((char * msPerChar * sampleRate) / 1000);
}

function emitTimings(spoken: string, first: number, msOf: (char: number) => number): Observable<TtsEvent> {
  const words = [...spoken.matchAll(/\S+/g)].map((word) => {
    const from = first + word.index;
    const to = from + word[0].length;
    return { from, to, startMs: msOf(from), endMs: msOf(to) };
  });
  return words.length > 0 ? of({ kind: 'words', words }) : EMPTY;
}

/** Encodes characters as audio: each has its samples, with the value of its code unit. */
export function encodeCharacters(spoken: string, first: number, boundary: (char: number) => number): Int16Array {
  const offset = boundary(first);
  const samples = new Int16Array(boundary(first + spoken.length) - offset);
  for (let n = 0; n < spoken.length; n++)
    samples.fill(spoken.charCodeAt(n), boundary(first + n) - offset, boundary(first + n + 1) - offset);
  return samples;
}

type AudioEvent = Extract<TtsEvent, { readonly kind: 'audio' }>;

/** Splits samples into frames. */
export function splitFrames(samples: Int16Array, size: number, sampleRate: number): AudioEvent[] {
  const count = Math.ceil(samples.length / size);
  const frame = (n: number): AudioEvent['frame'] => ({
    samples: samples.subarray(n * size, (n + 1) * size),
    sampleRate,
  });
  return Array.from({ length: count }, (_, n) => ({ kind: 'audio', frame: frame(n) }));
}
