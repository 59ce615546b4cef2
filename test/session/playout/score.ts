import { map, of, type ObservedValueOf } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import type { PlayoutCommand, PlayoutReport } from '../../../src/core/playout.ts';
import type { SpeechEvent } from '../../../src/core/turn.ts';
import { playout } from '../../../src/session/standardStages/playout/playout.ts';
import { flags } from '../../support/letters.ts';

/** At 1,000 Hz a sample is a millisecond. */
export const audio = (ms: number, utterance = 'u'): PlayoutCommand => {
  return { kind: 'audio', utterance, frame: { samples: new Int16Array(ms), sampleRate: 1000 } };
};
export const start = (utterance = 'u'): PlayoutCommand => ({ kind: 'start', utterance, sampleRate: 1000 });
export const end = (samples: number, utterance = 'u'): PlayoutCommand => ({ kind: 'end', utterance, samples });
export const clear = (utterance = 'u'): PlayoutCommand => ({ kind: 'clear', utterance });

/** Commands for `u`: `s` start · `a` 1,000 ms of audio · `e` end, after them · `c` clear; upper case: for `v`. */
export const COMMANDS: Record<string, PlayoutCommand> = {
  s: start(),
  a: audio(1000),
  e: end(1000),
  c: clear(),
  S: start('v'),
  A: audio(1000, 'v'),
  E: end(1000, 'v'),
  C: clear('v'),
};

export const report = (kind: PlayoutReport['kind'], playedSamples: number, utterance = 'u'): PlayoutReport => {
  return { kind, utterance, playedSamples };
};

/** Reports on `u`: `s` started · `p` at 300 · `q` at 600 · `e` finished · `c` cleared at 400; upper case: on `v`. */
export const REPORTS: Record<string, PlayoutReport> = {
  s: report('started', 0),
  p: report('position', 300),
  q: report('position', 600),
  e: report('finished', 1000),
  c: report('cleared', 400),
  S: report('started', 0, 'v'),
  P: report('position', 300, 'v'),
};

/** Ten characters that are spread over the 1,000 ms: `one` has been heard at 300, all of it at 1,000. */
export const spoken = (utterance = 'u'): readonly SpeechEvent[] => [
  { kind: 'started', turn: 0, utterance },
  { kind: 'text', utterance, text: 'one three.' },
  { kind: 'audio', utterance, frame: { samples: new Int16Array(1000), sampleRate: 1000 } },
  { kind: 'ended', utterance, reason: 'complete' },
];

export interface Score {
  readonly commands: string;
  readonly reports?: string;
  /** Flags: `t` connected · `f` not. */
  readonly connected?: string;
  readonly speech?: readonly SpeechEvent[];
  readonly reportsStarts?: boolean;
  /** Letters that differ in this score. */
  readonly commandValues?: Record<string, PlayoutCommand>;
  readonly reportValues?: Record<string, PlayoutReport>;
}

/** Plays a score of marbles and returns the events of playout, a line for each instant in ms. */
export function play(score: Score): readonly string[] {
  const { commands, reports = '', connected = '', speech = [...spoken('u'), ...spoken('v')], reportsStarts } = score;
  const seen = new Map<number, string[]>();
  const clock = new TestScheduler(() => {});
  clock.run(({ hot, flush }) => {
    const inputs = {
      speech: of(...speech),
      reports: hot(reports, { ...REPORTS, ...score.reportValues }),
      connected: hot(connected, flags),
    };
    hot(commands, { ...COMMANDS, ...score.commandValues })
      .pipe(playout({ ...inputs, reportsStarts, scheduler: clock }), map(brief))
      .subscribe({
        next: (event) => seen.set(clock.now(), [...(seen.get(clock.now()) ?? []), event]),
        complete: () => seen.set(clock.now(), [...(seen.get(clock.now()) ?? []), 'done']),
      });
    flush();
  });
  return [...seen].map(([ms, events]) => `${ms}: ${events.join(', ')}`);
}

/** `u sent 1000`, `u started`, `u played 300`, `u stopped 300 "one"`, with an `!` behind what was heard to the end. */
export function brief(event: ObservedValueOf<ReturnType<ReturnType<typeof playout>>>): string {
  switch (event.kind) {
    case 'silent':
    case 'resumed':
      return event.kind;
    case 'started':
      return `${event.utterance} started${event.lateMs === undefined ? '' : ` ${event.lateMs} ms ago`}`;
    case 'stopped':
      return `${event.utterance} stopped ${event.samples} "${event.heard}"${event.whole ? '!' : ''}`;
    default:
      return `${event.utterance} ${event.kind} ${event.samples}`;
  }
}
