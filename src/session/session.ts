import type { Observable, SchedulerLike } from 'rxjs';
import type { Checkpoint } from '../core/checkpoint.ts';
import type { AntiphonError } from '../core/errors.ts';
import type { FirstByte, Usage } from '../core/usage.ts';
import type { SessionControl } from './sessionControl.ts';
import type { Containment } from './containment/containment.ts';
import type { OwnPorts } from './containment/ownPorts.ts';
import type { Taps } from './edges.ts';
import type { SessionEvent } from './events.ts';
import type { SessionEndReason } from './floor/types.ts';
import type { HistoryEntry } from './history.ts';
import type { Recorder } from './recording.ts';
import type { Splices } from './splices/splice.ts';
import type { Stages } from './stages.ts';
import type { SessionTelemetry } from './telemetry.ts';
import type { AgentState } from './states/agentState.ts';
import type { UserState } from './states/userState.ts';
import type { Tap } from './taps.ts';
import type { Prices } from './usage/prices.ts';

export interface SessionOptions {
  /** Operators inserted at named edges. */
  readonly splice?: Splices | undefined;
  /** Stages wrapped or replaced. */
  readonly stages?: Stages | undefined;
  /** Functions that receive the values of edges, created by `defineTap`. They are connected before the start. */
  readonly taps?: readonly Tap[] | undefined;
  /** Ports that replace those of the config, or functions that create them for a session. */
  readonly ports?: OwnPorts | undefined;
  /** Scheduler of everything except audio time, which counts samples. @default real, monotonic time */
  readonly scheduler?: SchedulerLike | undefined;
  /** @default "ses_" and a random UUID */
  readonly id?: string | undefined;
  /** Records everything that crosses the borders of the session, for replay. @default nothing is recorded */
  readonly record?: Recorder | undefined;
  /** Traces the session with OpenTelemetry: `createTelemetry()` of `antiphon/telemetry`. @default no tracing */
  readonly telemetry?: SessionTelemetry | undefined;
  /**
   * Resumes a session from its checkpoint, with the same id, history, session data and updates. Event numbers continue
   * after a gap.
   * @default a new session
   */
  readonly resumeFrom?: Checkpoint | undefined;
  /**
   * Maximum size of a checkpoint in bytes, at least 1024. The oldest messages are left out to stay below it.
   * @default 262144
   */
  readonly checkpointBytes?: number | undefined;
  /** Prices of the providers, with which the usage includes costs. @default none */
  readonly prices?: Prices | undefined;
  /**
   * Logs the first failure of each code to `console.error` while `errors$` has no subscriber. Diagnostics are not
   * logged.
   * @default true
   */
  readonly logFailures?: boolean | undefined;
  /**
   * The extent to which errors in your code are contained. `process`: nothing that handlers, functions, splices,
   * stages, taps and ports start can end the process; this needs a process listener and `AsyncLocalStorage`. `calls`:
   * only their synchronous exceptions are caught; for a session that has its own process.
   * @default 'process'
   */
  readonly containment?: Containment | undefined;
}

export interface SessionEnd {
  readonly reason: SessionEndReason;
  /** The session's usage of its providers. */
  readonly usage: Usage;
}

/**
 * One conversation. It does not run before `start()`. When `ended` resolves, everything that it opened has been closed.
 */
export interface Session<SessionData extends object = object> extends SessionControl {
  /** Read-only taps on every edge of the graph. Subscribe before `start()` to miss nothing. */
  readonly edges: Taps;
  /** The nine events, numbered in one order. */
  readonly events$: Observable<SessionEvent<SessionData>>;
  /** Every failure and every diagnostic, as values; `details.failure` is false for the latter. */
  readonly errors$: Observable<AntiphonError>;
  /** The chat history. Emits the current value on subscription. */
  readonly history$: Observable<readonly HistoryEntry[]>;
  /** The state of the agent. Emits the current value on subscription. */
  readonly agentState$: Observable<AgentState>;
  /** The state of the user. Emits the current value on subscription. */
  readonly userState$: Observable<UserState>;
  /**
   * Checkpoints from which another process can resume the session, 20 ms after each message, function result, update
   * and change of the reply. Subscribe before `start()`.
   */
  readonly checkpoint$: Observable<Checkpoint>;
  /** The session's usage of its providers so far: a new object on each read. */
  readonly usage: Usage;
  /** The times that the providers took to answer, one for each request. */
  readonly firstBytes$: Observable<FirstByte>;
  readonly ended: Promise<SessionEnd>;
  start(): void;
  /**
   * Ends the session for `reason`: stops the agent's speech at once, and then waits for pending words of the user for
   * at most 1 s. For `draining` and failures it does not wait. A session that has not started yet will not start.
   */
  close(reason: SessionEndReason): void;
}
