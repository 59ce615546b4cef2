import { concat, concatMap, EMPTY, NEVER, of, scan, throwError, type Observable, type SchedulerLike } from 'rxjs';
import { durationMs, msOfSamples, samplesOfMs, type AudioFrame } from '../../core/audio.ts';
import type { TtsEvent } from '../../core/ports.ts';
import type { WordTiming } from '../../core/turn.ts';
import { paced } from '../../stream/paced.ts';
import { pause } from '../../stream/pause.ts';

/** The pace and the failures of an utterance. */
export interface TtsBehaviour {
  /** Time from the first text to the first audio, in ms. Default 0: in the same instant. */
  readonly firstAudioMs?: number | undefined;
  /** Audio per character (UTF-16 code unit), in ms. Default 60. */
  readonly msPerChar?: number | undefined;
  /** Speed of synthesis relative to playback. Default `Infinity`. */
  readonly speed?: number | undefined;
  /** Stops emitting after the audio of so many characters. Default: never. */
  readonly stallAfterChars?: number | undefined;
  /** Fails after the audio of so many characters. Default: never. */
  readonly failAfterChars?: number | undefined;
}

export interface SpeechFormat {
  readonly timings: boolean;
  readonly sampleRate: number;
  readonly frameMs: number;
  readonly scheduler: SchedulerLike;
}

/** Speaks one utterance, piece by piece: word timings, audio, a mark. */
export function emitSpeech(
  text: Observable<string>,
  manner: TtsBehaviour,
  voicing: SpeechFormat,
): Observable<TtsEvent> {
  const { firstAudioMs = 0, msPerChar, speed = Number.POSITIVE_INFINITY } = manner;
  const { sampleRate, frameMs, scheduler } = voicing;
  const boundary = boundaries(sampleRate, msPerChar);
  const limit = limitOf(manner);
  const audio = (spoken: string, first: number): AudioEvent[] =>
    splitFrames(audioOf(spoken, first, boundary), samplesOfMs(frameMs, sampleRate), sampleRate).map(createAudioEvent);

  return text.pipe(
    scan((before, said): TextPiece => ({ said, first: before.first + before.said.length }), { said: '', first: 0 }),
    concatMap(({ said, first }) => {
      const end = Math.min(first + said.length, limit);
      const spoken = said.slice(0, end - first);
      return concat(
        first === 0 ? pause(firstAudioMs, scheduler) : EMPTY,
        voicing.timings ? timingsOf(spoken, first, (char) => msOfSamples(boundary(char), sampleRate)) : EMPTY,
        paced(audio(spoken, first), ({ frame }) => durationMs(frame) / speed, scheduler),
        end < limit ? of<TtsEvent>({ kind: 'mark', chars: end }) : stallOrFail(manner),
      );
    }),
  );
}

/** Where the audio of each character begins, in samples. */
export function boundaries(sampleRate: number, msPerChar = 60): (char: number) => number {
  return (char) => Math.round((char * msPerChar * sampleRate) / 1000);
}

/** A piece of the text, and where it begins in the utterance. */
interface TextPiece {
  readonly said: string;
  readonly first: number;
}

function limitOf({ stallAfterChars, failAfterChars }: TtsBehaviour): number {
  return Math.min(stallAfterChars ?? Number.POSITIVE_INFINITY, failAfterChars ?? Number.POSITIVE_INFINITY);
}

function stallOrFail(manner: TtsBehaviour): Observable<never> {
  if (manner.stallAfterChars === limitOf(manner)) return NEVER;
  return throwError(() => new Error('the TTS double fails, as configured'));
}

function timingsOf(spoken: string, first: number, msOf: (char: number) => number): Observable<TtsEvent> {
  const words = [...spoken.matchAll(/\S+/g)].map((word): WordTiming => {
    const from = first + word.index;
    const to = from + word[0].length;
    return { from, to, startMs: msOf(from), endMs: msOf(to) };
  });
  return words.length > 0 ? of({ kind: 'words', words }) : EMPTY;
}

function audioOf(spoken: string, first: number, boundary: (char: number) => number): Int16Array {
  const offset = boundary(first);
  const samples = new Int16Array(boundary(first + spoken.length) - offset);
  for (let n = 0; n < spoken.length; n++)
    samples.fill(spoken.charCodeAt(n), boundary(first + n) - offset, boundary(first + n + 1) - offset);
  return samples;
}

type AudioEvent = Extract<TtsEvent, { readonly kind: 'audio' }>;

function createAudioEvent(frame: AudioFrame): AudioEvent {
  return { kind: 'audio', frame };
}

function splitFrames(samples: Int16Array, size: number, sampleRate: number): AudioFrame[] {
  const count = Math.ceil(samples.length / size);
  return Array.from({ length: count }, (_, n) => ({ samples: samples.subarray(n * size, (n + 1) * size), sampleRate }));
}
