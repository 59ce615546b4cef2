import type { Observable, SchedulerLike } from 'rxjs';
import { asAntiphonError, type AntiphonError } from '../core/errors.ts';
import type { Metric } from '../core/metric.ts';
import type { SessionConfig, SessionSettings } from './config/config.ts';
import type { Ports } from './config/ports.ts';
import type { SessionEvent } from './events.ts';
import type { SessionEndReason } from './floor/types.ts';
import type { MetricEvent } from './metrics/metricEvent.ts';
import type { AnsweringAgent } from './recording.ts';
import type { AgentState } from './states/agentState.ts';

/** A session that has been created and is not yet running. */
export interface TracedSession<SessionData extends object> {
  readonly id: string;
  readonly agent: AnsweringAgent<SessionData>;
  readonly config: SessionConfig<SessionData>;
  readonly settings: SessionSettings;
  readonly ports: Ports;
  readonly scheduler: SchedulerLike;
  /** Emits an error on the session's `errors$`. */
  report(error: AntiphonError): void;
}

/** A session that is about to be configured. */
export type SetUpSession = Pick<TracedSession<object>, 'id' | 'scheduler' | 'report'>;

/** The output of a session for its trace. */
export interface TracedOutput {
  /** Emits each signal before the decisions that it causes. */
  readonly signals: Observable<MetricEvent>;
  readonly metrics: Observable<Metric>;
  readonly events: Observable<SessionEvent>;
  readonly errors: Observable<AntiphonError>;
  readonly agentState: Observable<AgentState>;
  /** Emits once, after everything else. */
  readonly ended: Observable<SessionEndReason>;
}

/** A tracer of sessions, created by `createTelemetry` of `antiphon/telemetry`. */
export interface SessionTelemetry {
  readonly kind: 'telemetry';
}

/** The methods of a `SessionTelemetry` for sessions and servers. It must not delay or break anything. */
export interface TelemetryDriver extends SessionTelemetry {
  /** Called once per session, when it is created. */
  begin<SessionData extends object>(session: TracedSession<SessionData>): SessionTrace<SessionData>;
  /** Called before `begin` for a session that `configure_session` configures. */
  setUp(session: SetUpSession): SetupTrace;
  /** Returns the telemetry of a session that an HTTP request starts: its trace becomes part of the caller's. */
  forCaller(headers: CallerHeaders): TelemetryDriver;
}

/** Headers of an HTTP request, with names in lower case. */
export type CallerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The trace of one session. */
export interface SessionTrace<SessionData extends object> {
  /** The agent that the session calls instead of its own. */
  readonly agent: AnsweringAgent<SessionData>;
  /** Called when the session starts, before anything runs. Not called for a session that never starts. */
  observe(output: TracedOutput): void;
}

/** The trace of a session that is not yet running. */
export interface SetupTrace {
  /** Telemetry that continues this trace with the session. */
  readonly telemetry: SessionTelemetry | undefined;
  /** Calls `configure_session` within the context of its span. */
  configure<T>(call: () => T): T;
  /** Called when `configure_session` has returned. */
  configured(): void;
  /** Called if the session will not start, with the error or the reason. */
  abandon(why: AntiphonError | SessionEndReason | 'cancelled'): void;
}

export function driverOf(telemetry: SessionTelemetry): TelemetryDriver {
  return telemetry as TelemetryDriver;
}

/** Begins the trace of a session. Skips telemetry that throws, and adds its error to `warnings`. */
export function beginTrace<SessionData extends object>(
  telemetry: SessionTelemetry | undefined,
  warnings: AntiphonError[],
  session: TracedSession<SessionData>,
): SessionTrace<SessionData> {
  try {
    return telemetry === undefined ? untraced(session) : driverOf(telemetry).begin(session);
  } catch (cause) {
    warnings.push(asAntiphonError(cause, 'telemetry_failed', { failure: false }));
    return untraced(session);
  }
}

/** Begins the trace of a session that is about to be configured. Skips telemetry that throws, and reports its error. */
export function beginSetup(telemetry: SessionTelemetry | undefined, session: SetUpSession): SetupTrace {
  try {
    return telemetry === undefined ? untracedSetup(telemetry) : driverOf(telemetry).setUp(session);
  } catch (cause) {
    session.report(asAntiphonError(cause, 'telemetry_failed', { failure: false }));
    return untracedSetup(undefined);
  }
}

/** Creates the setup of a session that is not traced before it starts. */
export function untracedSetup(telemetry: SessionTelemetry | undefined): SetupTrace {
  return { telemetry, configure: (call) => call(), configured: () => {}, abandon: () => {} };
}

function untraced<SessionData extends object>({ agent }: TracedSession<SessionData>): SessionTrace<SessionData> {
  return { agent, observe: () => {} };
}
