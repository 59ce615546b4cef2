import { Subject } from 'rxjs';
import { speak } from '../../../operators/speak.ts';
import type { SpeakOptions } from '../../../operators/speak/speakOptions.ts';
import { durationMs } from '../../../src/core/audio.ts';
import type { AntiphonError } from '../../../src/core/errors.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import type { SpeechEvent, TurnEvent } from '../../../src/core/turn.ts';
import { silence } from '../../../src/testing/audio.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createTtsDouble, type TtsDouble, type TtsDoubleOptions } from '../../../src/testing/doubles/tts.ts';
import { SubscriptionLedger } from '../../../src/stream/subscriptionLedger.ts';

/** Speaks replies under virtual time. */
export interface Harness {
  readonly clock: VirtualClock;
  readonly tts: TtsDouble;
  readonly ledger: SubscriptionLedger;
  readonly cut: Subject<{ readonly utterance: string }>;
  readonly resume: Subject<{ readonly turn: number; readonly heardChars: number }>;
  readonly events: SpeechEvent[];
  /** Each event as `ms what`. */
  readonly log: string[];
  readonly reported: AntiphonError[];
  reply(...events: readonly TurnEvent[]): void;
  close(): void;
}

/** A character is 10 ms of audio, each piece one frame. */
export function createHarness(ttsOptions: TtsDoubleOptions = {}, options: Partial<SpeakOptions> = {}): Harness {
  const clock = new VirtualClock();
  const ledger = new SubscriptionLedger();
  const tts = createTtsDouble({
    scheduler: clock,
    ledger,
    msPerChar: 10,
    frameMs: 60_000,
    timings: false,
    ...ttsOptions,
  });
  const replies = new Subject<TurnEvent>();
  const [cut, resume]: [Harness['cut'], Harness['resume']] = [new Subject(), new Subject()];
  const [events, log, reported]: [SpeechEvent[], string[], AntiphonError[]] = [[], [], []];
  const report = (error: AntiphonError): void => void reported.push(error);
  const running = replies.pipe(speak({ tts, cut, resume, report, scheduler: clock, ...options })).subscribe((event) => {
    events.push(event);
    log.push(`${clock.now()} ${write(event)}`);
  });
  const reply = (...turns: readonly TurnEvent[]): void => turns.forEach((event) => replies.next(event));
  return { clock, tts, ledger, cut, resume, events, log, reported, reply, close: () => running.unsubscribe() };
}

/** A TTS that the test controls; `audio` sends so many ms. */
export interface ManualTts extends TextToSpeech {
  readonly output: Subject<TtsEvent>;
  audio(ms: number): void;
  mark(chars: number): void;
}

export function createManualTts(): ManualTts {
  const output = new Subject<TtsEvent>();
  return {
    name: 'test',
    sampleRate: 16_000,
    accepts: 'tokens',
    language: 'en-US',
    synthesize: () => output,
    output,
    audio: (ms) => output.next({ kind: 'audio', frame: silence(ms) }),
    mark: (chars) => output.next({ kind: 'mark', chars }),
  };
}

/** What was handed over, piece by piece, of all utterances. */
export function texts({ events }: Harness): readonly string[] {
  return events.flatMap((event) => (event.kind === 'text' ? [event.text] : []));
}

/** How utterances ended. */
export function ends({ events }: Harness): readonly string[] {
  return events.flatMap((event) => (event.kind === 'ended' ? [`${event.utterance} ${event.reason}`] : []));
}

function write(event: SpeechEvent): string {
  switch (event.kind) {
    case 'text':
      return `text "${event.text}"`;
    case 'audio':
      return `audio ${durationMs(event.frame)}`;
    case 'words':
      return `words ${event.words.length}`;
    case 'mark':
      return `mark ${event.chars}`;
    case 'started':
      return `${event.utterance} started`;
    case 'ended':
      return `${event.utterance} ${event.reason}`;
  }
}
