import type { InLine, Line } from '../../record/format.ts';
import { SteppedClock } from '../../time/steppedClock.ts';
import type { SessionRequest } from '../../session/recording.ts';

/** The session's end of a stream. */
export interface StreamInput {
  /** How many values, the end included, have gone into the stream. */
  received: number;
  readonly deliver: (line: InLine) => void;
}

/** Delivers recorded inputs to the session. */
export interface Deliveries {
  readonly clock: SteppedClock;
  /** Streams that the session has subscribed to. */
  readonly open: Map<string, StreamInput>;
  /** Runs a step. Inputs within it wait for the value that caused them. */
  runStep(step: RecordedStep): void;
  /** Delivers the inputs that were caused by what has gone into this stream so far. */
  noteInput(stream: string, input: StreamInput): void;
  /** Counts an output, and delivers the requests that it caused. */
  noteOutput(): void;
  /** Returns the recorded answer to a query; undefined: there is none. */
  takeAnswer(kind: 'args' | 'functions'): unknown;
  /** Inputs whose stream was not subscribed to. */
  readonly undelivered: readonly InLine[];
}

/** Creates the deliveries; `ask` carries out requests to the session. */
export function createDeliveries(ask: (asked: SessionRequest) => void): Deliveries {
  const clock = new SteppedClock();
  const open = new Map<string, StreamInput>();
  const answers = new Map<string, unknown>();
  const undelivered: InLine[] = [];
  let waiting: readonly InLine[] = [];
  let linesOut = 0;

  const deliver = (line: InLine): void => {
    if (line.in === 'asked') return ask(line.v as SessionRequest);
    if (isAnswer(line)) return void answers.set(line.in, line.v);
    const stream = open.get(line.in);
    if (stream === undefined) undelivered.push(line);
    else stream.deliver(line);
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
    undelivered,
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
    noteInput: (stream, { received }) =>
      deliverWaiting(
        (line) => (line.by ?? line.in) === stream && !isFromListener(line) && (line.after ?? 0) <= received,
      ),
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

/** Whether a request came from code that listens to the session: its `after` counts outputs of the step. */
function isFromListener({ in: stream, by }: InLine): boolean {
  return stream === 'asked' && by === undefined;
}

/** One step of a recorded session, and the inputs within it. */
export interface RecordedStep {
  readonly line: InLine;
  readonly within: readonly InLine[];
}

/** Groups the inputs of a recording into steps. */
export function groupSteps(lines: readonly Line[]): readonly RecordedStep[] {
  const steps: { line: InLine; within: InLine[] }[] = [];
  for (const line of lines) {
    if (!('in' in line)) continue;
    const last = steps.at(-1);
    if (line.after === undefined || last === undefined) steps.push({ line, within: [] });
    else last.within.push(line);
  }
  return steps;
}
