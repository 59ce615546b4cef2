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
  /** Functions that get the values of edges, created by `defineTap`. They are connected before the start. */
  readonly taps?: readonly Tap[] | undefined;
  /** Ports that replace those of the config, or functions that create them for a session. */
  readonly ports?: OwnPorts | undefined;
  /** Scheduler of everything but audio time, which counts samples. @default real, monotonic time */
  readonly scheduler?: SchedulerLike | undefined;
  /** @default "ses_" and a random UUID */
  readonly id?: string | undefined;
  /** Records everything that crosses the borders of the session, for replay. @default nothing is recorded */
  readonly record?: Recorder | undefined;
  /** Traces the session with OpenTelemetry: `createTelemetry()` of `antiphon/telemetry`. @default it is not traced */
  readonly telemetry?: SessionTelemetry | undefined;
  /**
   * Resumes a session from its checkpoint: the same id, history and session data, and the same updates. Events are numbered on behind a
   * gap. @default a new session
   */
  readonly resumeFrom?: Checkpoint | undefined;
  /** Greatest size of a checkpoint in bytes, from 1024: the oldest messages are left out. @default 262144 */
  readonly checkpointBytes?: number | undefined;
  /** Prices of the providers: the usage then has its cost. @default none */
  readonly prices?: Prices | undefined;
  /**
   * Logs the first failure of each code to `console.error` while `errors$` has no subscriber. Diagnostics are not logged.
   * @default true
   */
  readonly logFailures?: boolean | undefined;
  /**
   * How far errors in your code are contained. `process`: nothing that handlers, functions, splices, stages, taps and ports start can end
   * the process; this needs a process listener and `AsyncLocalStorage`. `calls`: catches only what they throw synchronously; for a session
   * that has a process of its own. @default 'process'
   */
  readonly containment?: Containment | undefined;
}

export interface SessionEnd {
  readonly reason: SessionEndReason;
  /** What the session has used of its providers. */
  readonly usage: Usage;
}

/** One conversation. It does not run before `start()`. When `ended` resolves, everything that it opened is closed. */
export interface Session<SessionData extends object = object> extends SessionControl {
  /** Read-only taps on every edge of the graph. Subscribe before `start()` to miss nothing. */
  readonly edges: Taps;
  /** The nine events, numbered in one order. */
  readonly events$: Observable<SessionEvent<SessionData>>;
  /** Every failure and every diagnostic, as values; `details.failure` is false for the latter. */
  readonly errors$: Observable<AntiphonError>;
  /** The chat history; its current value comes on subscribing. */
  readonly history$: Observable<readonly HistoryEntry[]>;
  /** What the agent does; its current state comes on subscribing. */
  readonly agentState$: Observable<AgentState>;
  /** What the user does; its current state comes on subscribing. */
  readonly userState$: Observable<UserState>;
  /**
   * What another process needs to resume the session, 20 ms after each message, function result, update and change of the reply. Subscribe
   * before `start()`.
   */
  readonly checkpoint$: Observable<Checkpoint>;
  /** What the session has used of its providers so far: a new object each time. */
  readonly usage: Usage;
  /** How long the providers took to answer, each time that they were asked. */
  readonly firstBytes$: Observable<FirstByte>;
  readonly ended: Promise<SessionEnd>;
  start(): void;
  /**
   * Ends the session, for `reason`: the agent's speech at once, then the words of the user's that are under way, for at most 1 s.
   * For `draining` and failures it waits for no words. A session that has not started yet will not start.
   */
  close(reason: SessionEndReason): void;
}
