import { asyncScheduler, concat, concatMap, defer, map, of, tap, type Observable, type SchedulerLike } from 'rxjs';
import { msOfSamples, type AudioFrame } from '../../core/audio.ts';
import type { TtsEvent } from '../../core/ports.ts';
import { isSpeakable } from '../../core/speakable.ts';
import { pause } from '../../stream/pause.ts';

/** Output of TTS for one sentence. Offsets count from the first character and the first sample of the sentence. */
export type SentenceEvent = Exclude<TtsEvent, { readonly kind: 'mark' }>;

export interface BySentenceOptions {
  /** Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Creates `synthesize` of a TextToSpeech from a function that speaks one sentence. Emits the events of the sentences in
 * order, each with its mark. Synthesises one sentence ahead: requests a sentence once the previous one is complete and
 * would begin to play, assuming that the utterance plays without a gap from its first audio. Only marks a piece without
 * letters, digits and symbols. Completes when the text has completed and is spoken. Unsubscribing cancels the current
 * sentence.
 *
 *     text      (abca|)                    a is 10 ms of audio, b twice as much, c less
 *     result    (a1aa2)---(c3)----(a4|)    c is requested after 10 ms, when b plays; a after 30, when c plays
 */
export function bySentence(
  synthesize: (sentence: string) => Observable<SentenceEvent>,
  { scheduler = asyncScheduler }: BySentenceOptions = {},
): (text: Observable<string>) => Observable<TtsEvent> {
  return (text) =>
    defer(() => {
      const playback = createPlaybackEstimate(scheduler);
      let chars = 0;
      let beganMs = 0;
      const speak = (sentence: string): Observable<TtsEvent> => {
        const [fromChars, fromMs] = [chars, playback.receivedMs()];
        chars += sentence.length;
        const mark = of<TtsEvent>({ kind: 'mark', chars });
        if (!isSpeakable(sentence)) return mark;
        const spoken = synthesize(sentence).pipe(
          tap((event) => {
            if (event.kind !== 'audio') return;
            beganMs = fromMs;
            playback.add(event.frame);
          }),
          map((event) => shiftWords(event, fromChars, fromMs)),
        );
        return concat(pause(beganMs - playback.playedMs(), scheduler), spoken, mark);
      };
      return text.pipe(concatMap(speak));
    });
}

/** The duration of the utterance's audio so far, and of the part already played. */
interface PlaybackEstimate {
  add(frame: AudioFrame): void;
  receivedMs(): number;
  playedMs(): number;
}

function createPlaybackEstimate(scheduler: SchedulerLike): PlaybackEstimate {
  let samples = 0;
  let rate = 1;
  let played = 0;
  let seenAt = scheduler.now();
  const receivedMs = (): number => msOfSamples(samples, rate);
  const playedMs = (): number => {
    const now = scheduler.now();
    played = Math.min(played + Math.max(now - seenAt, 0), receivedMs());
    seenAt = now;
    return played;
  };
  const add = (frame: AudioFrame): void => {
    playedMs();
    samples += frame.samples.length;
    rate = frame.sampleRate;
  };
  return { add, receivedMs, playedMs };
}

function shiftWords(event: SentenceEvent, chars: number, ms: number): SentenceEvent {
  if (event.kind !== 'words') return event;
  const words = event.words.map(({ from, to, startMs, endMs }) => ({
    from: from + chars,
    to: to + chars,
    startMs: startMs + ms,
    endMs: endMs + ms,
  }));
  return { kind: 'words', words };
}
