import { NEVER, Subject, VirtualTimeScheduler, type Observable } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import { transcribe, type TranscribeOptions } from '../../../operators/transcribe.ts';
import type { AntiphonError } from '../../../src/core/errors.ts';
import type { SpeechToText, SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { Settlement, Transcript, VadEvent } from '../../../src/core/speech.ts';
import { activity } from '../../../src/testing/fixtures.ts';
import { sttEvents, transcribed } from '../../support/letters.ts';

export function port(answers: Observable<SttEvent>, options: Partial<SpeechToText> = {}): SpeechToText {
  return {
    name: 'test',
    sampleRate: 16_000,
    finalTimeoutMs: 1000,
    interims: true,
    transcribe: () => answers,
    ...options,
  };
}

interface Score {
  readonly activity: string;
  readonly stt: string;
  readonly output: string;
}

/** Plays a score for a second, the final timeout; what is reported, as `code segment`. */
export function plays(
  { hot, expectObservable }: RunHelpers,
  score: Score,
  options: Partial<TranscribeOptions> = {},
): readonly string[] {
  const reported: string[] = [];
  const report = ({ code, details }: AntiphonError): void => void reported.push(`${code} ${details.segment}`);
  const stt = port(hot(score.stt, sttEvents));
  const output = hot(score.activity, activity).pipe(transcribe({ stt, report, ...options }));
  expectObservable(output, '1002ms !').toBe(score.output, transcribed);
  return reported;
}

/** Controls a recogniser under virtual time: its input, its events, and the output of transcribe. */
export interface Harness {
  readonly clock: VirtualTimeScheduler;
  readonly inputs: SttInput[];
  readonly output: (Transcript | Settlement)[];
  readonly reported: AntiphonError[];
  speak(...events: readonly VadEvent[]): void;
  say(...events: readonly SttEvent[]): void;
  close(): void;
}

export function createHarness(options: Partial<TranscribeOptions & SpeechToText> = {}): Harness {
  const clock = new VirtualTimeScheduler();
  const [speech, answers] = [new Subject<VadEvent>(), new Subject<SttEvent>()];
  const inputs: SttInput[] = [];
  const output: (Transcript | Settlement)[] = [];
  const reported: AntiphonError[] = [];
  const stt = port(NEVER, {
    ...options,
    transcribe: (input) => {
      input.subscribe((fed) => inputs.push(fed));
      return answers;
    },
  });
  const report = (error: AntiphonError): void => void reported.push(error);
  const running = speech
    .pipe(transcribe({ stt, report, scheduler: clock, ...options }))
    .subscribe((event) => output.push(event));
  return {
    clock,
    inputs,
    output,
    reported,
    speak: (...events) => events.forEach((event) => speech.next(event)),
    say: (...events) => events.forEach((event) => answers.next(event)),
    close: () => running.unsubscribe(),
  };
}

/** Returns the output in the letters of `transcribed`. */
export function letters({ output }: Harness): string {
  const written = new Map(Object.entries(transcribed).map(([letter, event]) => [JSON.stringify(event), letter]));
  return output.map((event) => written.get(JSON.stringify(event)) ?? '?').join('');
}
