import { Observable, type SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import type { ProviderProgress, TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import { createResampler, type Resampler } from '../../src/core/resampler.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';
import { createOperatorSubscriber } from '../../src/stream/operatorSubscriber.ts';
import { createAlarm } from '../../src/time/alarm.ts';
import type { SpokenText } from './spokenText.ts';
import { SynthesisDeadline } from './synthesisDeadline.ts';
import { UnmarkedText } from './unmarkedText.ts';

export interface SynthesisOptions {
  readonly tts: TextToSpeech;
  readonly utterance: string;
  /** Rate of the emitted audio, in Hz. @default the provider's */
  readonly sampleRate?: number | undefined;
  /** Time limit for the first audio after the first text, in ms. @default 5000 */
  readonly firstAudioTimeoutMs?: number | undefined;
  /** Time limit for further audio after the end of playback of the audio so far, in ms. @default 3000 */
  readonly audioTimeoutMs?: number | undefined;
  /** The text that is spoken otherwise than written; null: all is spoken as it is written. @default null */
  readonly spokenText?: SpokenText | null | undefined;
  /** Called each time the provider has brought no audio for words. */
  readonly onMute: () => void;
  /** Called with an error of the provider that does not end the utterance. */
  readonly onReport: (error: unknown) => void;
  readonly progress?: ((event: ProviderProgress) => void) | undefined;
  readonly scheduler: SchedulerLike;
}

/**
 * Emits the text of an utterance, and the events of its synthesis, with audio at `sampleRate`. Errors with `tts_timeout` if no
 * audio comes in time for the text. Completes with the text and the provider, or if the provider brings no further audio
 * after all of the text.
 *
 * It is one operator because every frame passes it; composed, it is a chain of eight.
 */
export function synthesis(
  text: Observable<string>,
  complete: Observable<undefined>,
  options: SynthesisOptions,
): Observable<SpeechEvent> {
  return new Observable((subscriber) => {
    const { tts, utterance, sampleRate = tts.sampleRate, scheduler, onMute, onReport, spokenText = null } = options;
    const { firstAudioTimeoutMs = 5000, audioTimeoutMs = 3000, progress = () => {} } = options;
    const deadline = new SynthesisDeadline({ firstMs: firstAudioTimeoutMs, eachMs: audioTimeoutMs });
    const converter = new RateConverter(sampleRate);
    const unmarked = new UnmarkedText();
    const events = tts.synthesize(text, complete);
    let open = 2;
    const alarm = createAlarm(scheduler, () => {
      if (!deadline.isIncomplete) return subscriber.complete();
      subscriber.error(new AntiphonError('tts_timeout', 'no audio arrived in time for the text'));
    });
    const emit = (event: SpeechEvent): void => {
      alarm.set(deadline.add(event, scheduler.now()));
      if (unmarked.add(event)) onMute();
      const written = spokenText === null ? event : toWritten(event, spokenText);
      if (written !== null) subscriber.next(written);
    };
    const emitAudio = (frame: AudioFrame | null): void => {
      if (frame !== null) emit({ kind: 'audio', frame, utterance });
    };
    const emitSpeech = (event: TtsEvent): void => {
      if (event.kind === 'audio') emitAudio(converter.convert(event.frame));
      else if (event.kind === 'report') onReport(event.error);
      else if (event.kind === 'served' || event.kind === 'used') progress({ ...event, port: 'tts' });
      else emit({ ...event, utterance });
    };
    const finish = (): void => {
      if (--open > 0) return;
      if (unmarked.end()) onMute();
      subscriber.complete();
    };
    subscriber.add(() => alarm.set(undefined));
    text.subscribe(
      createOperatorSubscriber<string>(subscriber, {
        next: (piece) => emit({ kind: 'text', utterance, text: piece }),
        complete: () => {
          for (const rest of spokenText?.takeSilent() ?? []) subscriber.next({ kind: 'text', utterance, ...rest });
          alarm.set(deadline.endText(scheduler.now()));
          finish();
        },
      }),
    );
    events.subscribe(
      createOperatorSubscriber<TtsEvent>(subscriber, {
        next: emitSpeech,
        complete: () => {
          emitAudio(converter.flush());
          finish();
        },
      }),
    );
  });
}

/** Turns an event of what is spoken into that of the text; null: it concerns none of it. */
function toWritten(event: SpeechEvent, spokenText: SpokenText): SpeechEvent | null {
  if (event.kind === 'text') return { ...event, ...spokenText.takePiece(event.text) };
  if (event.kind === 'mark') return { ...event, chars: spokenText.countChars(event.chars) };
  if (event.kind !== 'words') return event;
  const words = spokenText.findWords(event.words);
  return words.length === 0 ? null : { ...event, words };
}

/** Converts frames of any rate to one rate. */
class RateConverter {
  readonly #sampleRate: number;
  #resampler: Resampler | null = null;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** Returns the frame at the rate, or null if no sample is complete yet. */
  convert(frame: AudioFrame): AudioFrame | null {
    if (frame.sampleRate === this.#sampleRate) return frame;
    this.#resampler ??= createResampler(frame.sampleRate, this.#sampleRate);
    return this.#toFrame(this.#resampler.push(frame.samples));
  }

  /** Returns the rest. */
  flush(): AudioFrame | null {
    return this.#resampler === null ? null : this.#toFrame(this.#resampler.flush());
  }

  #toFrame(samples: Int16Array): AudioFrame | null {
    return samples.length === 0 ? null : { samples, sampleRate: this.#sampleRate };
  }
}
