import type { InLine } from '../../record/format.ts';
import { SteppedClock } from '../../time/steppedClock.ts';
import type { Asked } from '../../session/recording.ts';
import type { ScriptedStep } from './script.ts';

/** The session's end of a stream. */
export interface Mouth {
  /** How many values, its end too, have gone into the stream. */
  taken: number;
  readonly arrive: (line: InLine) => void;
}

/** Brings what came in to where it came in. */
export interface Deliveries {
  readonly clock: SteppedClock;
  /** Streams that wait for what comes. */
  readonly open: Map<string, Mouth>;
  /** Lets a step come in. What came within it waits for what it came of. */
  bring(step: ScriptedStep): void;
  /** So much has gone into a stream: what came of that within the step comes now. */
  wentInto(stream: string, mouth: Mouth): void;
  /** One more line has gone out. */
  wentOut(): void;
  /** What was answered at once; undefined: nothing was ever. */
  answered(kind: 'args' | 'functions'): unknown;
  /** What came in and nobody was there to take. */
  readonly untaken: readonly InLine[];
}

/** `ask` carries out what was asked of the session. */
export function deliveries(ask: (asked: Asked) => void): Deliveries {
  const clock = new SteppedClock();
  const open = new Map<string, Mouth>();
  const answers = new Map<string, unknown>();
  const untaken: InLine[] = [];
  let waiting: readonly InLine[] = [];
  let linesOut = 0;

  const deliver = (line: InLine): void => {
    if (line.in === 'asked') return ask(line.v as Asked);
    if (isAnswer(line)) return void answers.set(line.in, line.v);
    const mouth = open.get(line.in);
    if (mouth === undefined) untaken.push(line);
    else mouth.arrive(line);
  };

  const deliverWaiting = (due: (line: InLine) => boolean): void => {
    for (let line = waiting.find(due); line !== undefined; line = waiting.find(due)) {
      waiting = waiting.filter((other) => other !== line);
      deliver(line);
    }
  };

  const deliverAsked = (): void => deliverWaiting((line) => isAskedByListeners(line) && (line.after ?? 0) <= linesOut);

  return {
    clock,
    open,
    untaken,
    bring: ({ line, within }) => {
      deliverWaiting(() => true);
      clock.moveTo(line.t);
      linesOut = 0;
      within.filter(({ in: stream }) => stream === 'functions').forEach(deliver);
      waiting = within.filter(({ in: stream }) => stream !== 'functions');
      if (line.in === 'tick') clock.runDue();
      else if (line.in !== 'own') deliver(line);
      deliverAsked();
    },
    wentInto: (stream, { taken }) =>
      deliverWaiting(
        (line) => (line.by ?? line.in) === stream && !isAskedByListeners(line) && (line.after ?? 0) <= taken,
      ),
    wentOut: () => {
      linesOut++;
      deliverAsked();
    },
    answered: (kind) => {
      const line = waiting.find(({ in: stream }) => stream === kind);
      deliverWaiting((other) => other === line);
      return answers.get(kind);
    },
  };
}

function isAnswer({ in: stream }: InLine): boolean {
  return stream === 'args' || stream === 'functions';
}

/** By code that listens to what the session tells: `after` counts lines that had gone out in the step. */
function isAskedByListeners({ in: stream, by }: InLine): boolean {
  return stream === 'asked' && by === undefined;
}
