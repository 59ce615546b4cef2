import type { InLine, Line } from '../../record/format.ts';
import type { SessionRequest } from '../../session/recording.ts';
import { SteppedClock } from '../../time/steppedClock.ts';

/** The session's side of a stream. */
export interface StreamInput {
  /** The number of values that have gone into the stream, including the end. */
  received: number;
  readonly deliver: (line: InLine) => void;
}

/** Delivers recorded inputs to the session. */
export class Deliveries {
  readonly clock: SteppedClock = new SteppedClock();
  /** Streams that the session has subscribed to. */
  readonly open: Map<string, StreamInput> = new Map();
  /** Inputs for streams that the session had not subscribed to. */
  readonly undelivered: InLine[] = [];
  readonly #applyRequest: (request: SessionRequest) => void;
  readonly #answers = new Map<string, unknown>();
  #waiting: readonly InLine[] = [];
  #outputs = 0;

  constructor(applyRequest: (request: SessionRequest) => void) {
    this.#applyRequest = applyRequest;
  }

  /** Runs a step. Inputs within it wait for the value that caused them. */
  runStep({ line, within }: RecordedStep): void {
    this.#deliverWaiting(() => true);
    this.clock.moveTo(line.t);
    this.#outputs = 0;
    this.#waiting = within;
    this.#deliverWaiting((line) => this.#isKnown(line));
    if (line.in === 'tick') this.clock.runDue();
    else if (line.in !== 'own') this.#deliver(line);
    this.#deliverRequests();
  }

  /** Delivers the inputs caused by the values that have gone into this stream so far. */
  noteInput(stream: string, { received }: StreamInput): void {
    this.#deliverWaiting(
      (line) => (line.by ?? line.in) === stream && !isFromListener(line) && (line.after ?? 0) <= received,
    );
  }

  /** Counts an output and delivers the requests that it caused. */
  noteOutput(): void {
    this.#outputs++;
    this.#deliverRequests();
  }

  /** Returns the recorded answer to a query, or undefined if there is none. */
  takeAnswer(kind: 'args' | 'functions'): unknown {
    const args = this.#waiting.find(({ in: stream }) => stream === 'args');
    this.#deliverWaiting((line) => (kind === 'args' ? line === args : this.#isKnown(line)));
    return this.#answers.get(kind);
  }

  /** Returns whether a line holds the agent's functions and follows only outputs that have already been counted. */
  #isKnown({ in: stream, after = 0 }: InLine): boolean {
    return stream === 'functions' && after <= this.#outputs;
  }

  #deliver(line: InLine): void {
    const { in: stream, v } = line;
    const input = this.open.get(stream);
    if (stream === 'asked') this.#applyRequest(v as SessionRequest);
    else if (stream === 'args' || stream === 'functions') this.#answers.set(stream, v);
    else if (input === undefined) this.undelivered.push(line);
    else input.deliver(line);
  }

  #deliverWaiting(isDue: (line: InLine) => boolean): void {
    for (let line = this.#waiting.find(isDue); line !== undefined; line = this.#waiting.find(isDue)) {
      const delivered = line;
      this.#waiting = this.#waiting.filter((other) => other !== delivered);
      this.#deliver(delivered);
    }
  }

  #deliverRequests(): void {
    this.#deliverWaiting((line) => isFromListener(line) && (line.after ?? 0) <= this.#outputs);
  }
}

/** Returns whether a request came from code that listens to the session. Its `after` counts outputs of the step. */
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
