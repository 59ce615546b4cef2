import { filter, from, NEVER, scan, Subject, type Observable } from 'rxjs';
import { concatSamples } from '../../../src/core/audio.ts';
import type { AntiphonError } from '../../../src/core/errors.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import type { WordTiming } from '../../../src/core/turn.ts';
import { createTtsFallback, type TtsFallbackOptions } from '../../../src/fallback/createTtsFallback.ts';
import { createTtsDouble, textOf, type TtsDouble, type TtsDoubleOptions } from '../../../src/testing/doubles/tts.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

/** Two or more voices as one, in virtual time. */
export interface TtsRig {
  readonly clock: VirtualClock;
  readonly tts: TextToSpeech;
  readonly voices: readonly TtsDouble[];
}

interface Voice extends TtsDoubleOptions {
  /** True for a voice that speaks a sentence when it has all of it. */
  readonly bySentence?: boolean;
}

/** Creates a fallback of doubles that are named a, b, c …. */
export function createTtsRig(voices: readonly Voice[], options: TtsFallbackOptions = {}): TtsRig {
  const clock = new VirtualClock();
  const made = voices.map(({ bySentence: isWhole = false, ...own }, at) => {
    const double = createTtsDouble({ name: 'abc'.charAt(at), scheduler: clock, ...own });
    return { double, port: isWhole ? bySentence(double) : double };
  });
  const ports = made.map(({ port }) => port);
  return {
    clock,
    voices: made.map(({ double }) => double),
    tts: createTtsFallback(ports, { scheduler: clock, ...options }),
  };
}

function bySentence(tts: TextToSpeech): TextToSpeech {
  return {
    ...tts,
    synthesize: (text) => {
      const whole = scan((held: string, piece: string) => (held.endsWith('. ') ? '' : held) + piece, '');
      return tts.synthesize(
        text.pipe(
          whole,
          filter((held) => held.endsWith('. ')),
        ),
      );
    },
  };
}

/** An utterance so far. */
export interface Utterance {
  /** The text of its audio. */
  readonly heard: () => string;
  readonly events: readonly TtsEvent[];
  readonly words: () => readonly WordTiming[];
  readonly marks: () => readonly number[];
  /** The providers that are named, and those that are reported to have failed. */
  readonly served: () => readonly string[];
  readonly reported: () => readonly string[];
  readonly used: () => Readonly<Record<string, number>>;
  /** `open`, `complete`, or the message of the error. */
  readonly end: () => string;
  readonly stop: () => void;
}

export function speakText(tts: TextToSpeech, text: Observable<string> | readonly string[]): Utterance {
  const events: TtsEvent[] = [];
  let end = 'open';
  const source = Array.isArray(text) ? from(text as readonly string[]) : (text as Observable<string>);
  const subscription = tts.synthesize(source, NEVER).subscribe({
    next: (event) => events.push(event),
    error: (error: unknown) => (end = (error as Error).message),
    complete: () => (end = 'complete'),
  });
  const pick = <Kind extends TtsEvent['kind']>(kind: Kind): Extract<TtsEvent, { kind: Kind }>[] =>
    events.filter((event): event is Extract<TtsEvent, { kind: Kind }> => event.kind === kind);
  return {
    events,
    heard: () => textOf(concatSamples(pick('audio').map(({ frame }) => frame.samples)), { sampleRate: tts.sampleRate }),
    words: () => pick('words').flatMap(({ words }) => words),
    marks: () => pick('mark').map(({ chars }) => chars),
    served: () => pick('served').map(({ provider }) => provider),
    reported: () => pick('report').map(({ error }) => String((error as AntiphonError).details.provider)),
    used: () =>
      pick('used').reduce<Record<string, number>>(
        (sums, event) => ({ ...sums, [event.provider]: (sums[event.provider] ?? 0) + event.characters }),
        {},
      ),
    end: () => end,
    stop: () => subscription.unsubscribe(),
  };
}

/** Creates a text that is written as the test goes on. */
export function createOpenText(): Subject<string> {
  return new Subject();
}
