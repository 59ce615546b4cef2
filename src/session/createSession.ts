import { asapScheduler, map, observeOn, Subscription, takeUntil, type Observable, type SchedulerLike } from 'rxjs';
import { asAntiphonError, type AntiphonError } from '../core/errors.ts';
import type { NameSet } from '../core/names.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import type { SessionIo } from '../core/ports.ts';
import type { Agent, SessionControl } from './agent.ts';
import { createCheckedBorders } from './borders/checkedBorders.ts';
import { checkAgent } from './checkAgent.ts';
import { checkIo, checkOptions, checkParts } from './checkParts.ts';
import { parseConfig, type SessionConfig, type SessionSettings } from './config.ts';
import { createControl, postRequest, type ControlRequest } from './control.ts';
import { uncontained } from './containment.ts';
import { openPorts, findProviderWarnings, type Ports } from './config/ports.ts';
import { findUnusualMessages } from './config/findUnusualMessages.ts';
import { createEvent, notify, type SessionEvent } from './events.ts';
import type { SessionEndReason } from './floor/types.ts';
import { wire, type Graph, type WireOptions } from './graph.ts';
import { createHistory, type HistoryEntry } from './history.ts';
import { createFailureLog } from './failureLog.ts';
import type { Splices } from './splices.ts';
import { withStages, type Stages } from './stages.ts';
import type { Taps } from './edges.ts';
import { createStandardStages } from './createStandardStages.ts';
import { beginRecording, type Borders, type Recorder } from './recording.ts';

export interface SessionOptions {
  /** Operators inserted at named edges. */
  readonly splice?: Splices | undefined;
  /** Stages wrapped or replaced. */
  readonly stages?: Stages | undefined;
  /** Ports brought along, in place of those that the config names. */
  readonly ports?: Partial<Ports> | undefined;
  /** All time of the session but audio time, which counts samples. @default real, monotonic time */
  readonly scheduler?: SchedulerLike | undefined;
  /** @default "ses_" and a random UUID */
  readonly id?: string | undefined;
  /** Notes all that crosses the borders of the session, to be replayed. @default nothing is recorded */
  readonly record?: Recorder | undefined;
  /**
   * Whether failures (not diagnostics) go to `console.error` while nobody is subscribed to `errors$`: the first of each code.
   * @default true
   */
  readonly logFailures?: boolean | undefined;
}

export const SESSION_OPTIONS: NameSet<keyof SessionOptions> = {
  splice: true,
  stages: true,
  ports: true,
  scheduler: true,
  id: true,
  record: true,
  logFailures: true,
};

export interface SessionEnd {
  readonly reason: SessionEndReason;
}

/** One conversation. Nothing of it runs before `start()`; everything it opened is closed when `ended` resolves. */
export interface Session<SessionData extends object = object> extends SessionControl {
  /** Read-only taps on every edge of the graph. Subscribe before `start()` to miss nothing. */
  readonly edges: Taps;
  /** The nine events, numbered, in their one order. */
  readonly events$: Observable<SessionEvent<SessionData>>;
  /** Every failure and every diagnostic, as values; `details.failure` is false for the latter. */
  readonly errors$: Observable<AntiphonError>;
  /** The chat history; its current value comes on subscribing. */
  readonly history$: Observable<readonly HistoryEntry[]>;
  readonly ended: Promise<SessionEnd>;
  start(): void;
  /**
   * Ends the session at once, with a reason of one's own: what transports and servers call. One that has not started will
   * not: it has ended.
   */
  close(reason: SessionEndReason): void;
}

/**
 * Makes a session from an agent, a config and a transport.
 *
 * @throws AntiphonError `config_invalid` with all faults at once; `usage_invalid` for an agent without
 *   `llm_response_handler`, a handler, function, option, splice, stage or port that there is not, and an incomplete transport.
 */
export function createSession<SessionData extends object>(
  agent: Agent<SessionData>,
  config: SessionConfig<SessionData>,
  io: SessionIo,
  options: SessionOptions = {},
): Session<SessionData> {
  checkOptions(options, SESSION_OPTIONS);
  checkAgent(agent);
  checkParts(options);
  checkIo(io);
  const settings = parseConfig(config);
  return createOpenSession(agent, config, settings, openPorts(settings, options.ports), io, options);
}

/** What `startSession` adds. */
export interface InnerOptions extends SessionOptions {
  /** Given the function to which the errors of the agent's code are reported. */
  readonly reportTo?: ((report: Graph['report']) => void) | undefined;
}

/** Creates a session from a checked config and open ports. */
export function createOpenSession<SessionData extends object>(
  agent: Agent<SessionData>,
  config: SessionConfig<SessionData>,
  settings: SessionSettings,
  ports: Ports,
  io: SessionIo,
  options: InnerOptions,
): Session<SessionData> {
  const { scheduler = monotonicScheduler, id = `ses_${crypto.randomUUID()}`, stages = {}, splice = {} } = options;
  const report = (error: AntiphonError): void => graph.report(error);
  const warnings: AntiphonError[] = [
    ...findProviderWarnings(settings, options.ports),
    ...findUnusualMessages(settings.initialMessages),
  ];
  const { borders, runStep, request, observe } = beginRecording(options.record, warnings, {
    id,
    config,
    borders: { agent, ...createCheckedBorders(ports, io), scheduler },
    splices: Object.keys(splice) as (keyof Splices)[],
    stages: Object.keys(stages),
    report,
    isBusy: () => graph.isBusy(),
  });
  const control = createControl(id, uncontained(send), report);
  const graph = wire({
    ...wireOptions(borders, settings),
    stages: withStages(
      createStandardStages({ ...borders, sessionData: config.session_data, settings, control }),
      stages,
    ),
    splices: splice,
    runStep,
  });
  const events = eventsOf(graph, config.session_data);
  const failures = createFailureLog(graph, { id, logFailures: options.logFailures });
  let running: Subscription | null = null;
  const ended = whenEnded(graph, () => (running ??= new Subscription()).unsubscribe());
  options.reportTo?.(graph.report);
  observe({ edges: graph.edges, events$: events, errors$: failures.all, ended: graph.ended });
  return {
    ...control,
    edges: graph.edges,
    events$: events,
    errors$: failures.watched,
    history$: graph.history,
    ended,
    start: uncontained(() => {
      if (running === null) request({ kind: 'start' }, start);
    }),
    close: uncontained((reason) => send({ kind: 'end', after: 'now', reason })),
  };

  function start(): void {
    running = new Subscription();
    events.pipe(observeOn(asapScheduler)).subscribe((event) => notify(agent, event, graph.report));
    running.add(graph.connect());
    warnings.forEach(graph.report);
    if (settings.firstMessage !== undefined) graph.post({ kind: 'say', text: settings.firstMessage, first: true });
  }

  function send(asked: ControlRequest): void {
    if (running !== null) request(asked, () => postRequest(graph, asked));
    else if (asked.kind === 'end') graph.abandon(asked.reason);
  }
}

function eventsOf<SessionData extends object>(
  { facts, ended }: Graph,
  sessionData: SessionData,
): Observable<SessionEvent<SessionData>> {
  return facts.pipe(
    map((told) => createEvent(told, sessionData)),
    takeUntil(ended),
  );
}

function wireOptions(
  { io, scheduler, errors }: Pick<Borders, 'io' | 'scheduler' | 'errors'>,
  settings: SessionSettings,
): Omit<WireOptions, 'stages' | 'splices' | 'runStep'> {
  const { allowInterruptions, resumeAfterFalseInterruption, minEndpointingDelayMs } = settings;
  return {
    io,
    scheduler,
    borderErrors: errors,
    settings: { allowInterruptions, interruptMs: settings.interruptTimeThresholdMs, resumeAfterFalseInterruption },
    history: createHistory(settings.initialMessages),
    minEndpointingDelayMs,
  };
}

function whenEnded({ ended, report }: Graph, release: () => void): Promise<SessionEnd> {
  return new Promise((resolve) => {
    ended.subscribe((reason) => {
      try {
        release();
      } catch (thrown) {
        report(asAntiphonError(thrown, 'internal'));
      }
      resolve({ reason });
    });
  });
}
