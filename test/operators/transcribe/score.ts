import { NEVER, Subject, VirtualTimeScheduler, type Observable } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import { transcribe, type TranscribeOptions } from '../../../operators/transcribe.ts';
import type { AntiphonError } from '../../../src/core/errors.ts';
import type { SpeechToText, SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { Settlement, Transcript, VadEvent } from '../../../src/core/speech.ts';
import { activity, settlements, transcripts } from '../../../src/testing/fixtures.ts';

/** The letters of what a recogniser says: `i` `j` interims · `f` the final · `p` a final that is not the last · `v` a final without text · `a` a provisional final · `q` one that is not the last · `r` a report · `e` empty · `x` failed. */
export const ANSWERS: Readonly<Record<string, SttEvent>> = both((segment) => ({
  i: segment === 0 ? transcripts.i : transcripts.I,
  j: segment === 0 ? transcripts.j : transcripts.J,
  o: segment === 0 ? transcripts.o : transcripts.O,
  f: segment === 0 ? transcripts.f : transcripts.F,
  p: { ...(segment === 0 ? transcripts.f : transcripts.F), last: false } as SttEvent,
  v: { kind: 'final', segment, text: ' ' },
  a: { kind: 'final', segment, text: transcripts.j?.text ?? '', provisional: true } as SttEvent,
  q: { kind: 'final', segment, text: transcripts.j?.text ?? '', provisional: true, last: false } as SttEvent,
  r: { kind: 'report', error: new Error('refused') },
  e: { kind: 'empty', segment },
  x: { kind: 'failed', segment, error: new Error('no such voice') },
}));

/** The letters of what comes of it: `i` `j` `f` words; and settled by: `d` final · `m` empty · `x` failed · `t` timeout · `n` noise. */
export const HEARD: Readonly<Record<string, Transcript | Settlement>> = {
  ...transcripts,
  d: settlements.f,
  D: settlements.F,
  m: settlements.e,
  M: settlements.E,
  x: settlements.x,
  X: settlements.X,
  t: settlements.t,
  T: settlements.T,
  n: settlements.n,
  N: settlements.N,
};

export function port(says: Observable<SttEvent>, options: Partial<SpeechToText> = {}): SpeechToText {
  return { name: 'test', sampleRate: 16_000, finalTimeoutMs: 1000, interims: true, transcribe: () => says, ...options };
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
  const stt = port(hot(score.stt, ANSWERS));
  const output = hot(score.activity, activity).pipe(transcribe({ stt, report, ...options }));
  expectObservable(output, '1002ms !').toBe(score.output, HEARD);
  return reported;
}

/** A recogniser in the hands of the test, under virtual time: what it is fed, what it says, and what comes of it. */
export interface Room {
  readonly clock: VirtualTimeScheduler;
  readonly inputs: SttInput[];
  readonly heard: (Transcript | Settlement)[];
  readonly reported: AntiphonError[];
  speak(...events: readonly VadEvent[]): void;
  say(...events: readonly SttEvent[]): void;
  close(): void;
}

export function room(options: Partial<TranscribeOptions & SpeechToText> = {}): Room {
  const clock = new VirtualTimeScheduler();
  const [speech, answers] = [new Subject<VadEvent>(), new Subject<SttEvent>()];
  const inputs: SttInput[] = [];
  const heard: (Transcript | Settlement)[] = [];
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
    .subscribe((said) => heard.push(said));
  return {
    clock,
    inputs,
    heard,
    reported,
    speak: (...events) => events.forEach((event) => speech.next(event)),
    say: (...events) => events.forEach((event) => answers.next(event)),
    close: () => running.unsubscribe(),
  };
}

/** What was heard, in the letters of `HEARD`. */
export function letters({ heard }: Room): string {
  const written = new Map(Object.entries(HEARD).map(([letter, said]) => [JSON.stringify(said), letter]));
  return heard.map((said) => written.get(JSON.stringify(said)) ?? '?').join('');
}

function both<T>(of: (segment: number) => Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const upper = Object.entries(of(1)).map(([letter, value]) => [letter.toUpperCase(), value] as const);
  return { ...of(0), ...Object.fromEntries(upper) };
}
