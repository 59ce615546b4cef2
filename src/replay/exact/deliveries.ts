import type { InLine } from '../../record/format.ts';
import { SteppedClock } from '../../time/steppedClock.ts';
import type { SessionRequest } from '../../session/recording.ts';
import type { RecordedStep } from './script.ts';

/** The session's end of a stream. */
export interface StreamInput {
  /** How many values, its end too, have gone into the stream. */
  received: number;
  readonly deliver: (line: InLine) => void;
}

/** Brings what came in to where it came in. */
export interface Deliveries {
  readonly clock: SteppedClock;
  /** Streams that wait for what comes. */
  readonly open: Map<string, StreamInput>;
  /** Lets a step come in. What came within it waits for what it came of. */
  runStep(step: RecordedStep): void;
  /** So much has gone into a stream: what came of that within the step comes now. */
  noteInput(stream: string, mouth: StreamInput): void;
  /** One more line has gone out. */
  noteOutput(): void;
  /** What was answered at once; undefined: nothing was ever. */
  takeAnswer(kind: 'args' | 'functions'): unknown;
  /** What came in and nobody was there to take. */
  readonly undelivered: readonly InLine[];
}

/** `ask` carries out what was asked of the session. */
export function createDeliveries(ask: (asked: SessionRequest) => void): Deliveries {
  const clock = new SteppedClock();
  const open = new Map<string, StreamInput>();
  const answers = new Map<string, unknown>();
  const untaken: InLine[] = [];
  let waiting: readonly InLine[] = [];
  let linesOut = 0;

  const deliver = (line: InLine): void => {
    if (line.in === 'asked') return ask(line.v as SessionRequest);
    if (isAnswer(line)) return void answers.set(line.in, line.v);
    const mouth = open.get(line.in);
    if (mouth === undefined) untaken.push(line);
    else mouth.deliver(line);
  };

  const deliverWaiting = (due: (line: InLine) => boolean): void => {
    for (let line = waiting.find(due); line !== undefined; line = waiting.find(due)) {
      waiting = waiting.filter((other) => other !== line);
      deliver(line);
    }
  };

  const deliverAsked = (): void => deliverWaiting((line) => isFromListener(line) && (line.after ?? 0) <= linesOut);

  return {
    clock,
    open,
    undelivered: untaken,
    runStep: ({ line, within }) => {
      deliverWaiting(() => true);
      clock.moveTo(line.t);
      linesOut = 0;
      within.filter(({ in: stream }) => stream === 'functions').forEach(deliver);
      waiting = within.filter(({ in: stream }) => stream !== 'functions');
      if (line.in === 'tick') clock.runDue();
      else if (line.in !== 'own') deliver(line);
      deliverAsked();
    },
    noteInput: (stream, { received: taken }) =>
      deliverWaiting((line) => (line.by ?? line.in) === stream && !isFromListener(line) && (line.after ?? 0) <= taken),
    noteOutput: () => {
      linesOut++;
      deliverAsked();
    },
    takeAnswer: (kind) => {
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
function isFromListener({ in: stream, by }: InLine): boolean {
  return stream === 'asked' && by === undefined;
}
