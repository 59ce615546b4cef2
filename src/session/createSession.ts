import { asapScheduler, map, observeOn, Subscription, takeUntil } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import { AntiphonError, asAntiphonError } from '../core/errors.ts';
import type { All } from '../core/known.ts';
import { LIMITS } from '../core/limits.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import type { SessionIo } from '../core/ports.ts';
import type { Agent, SessionControl } from './agent.ts';
import { createCheckedBorders } from './borders/checkedBorders.ts';
import { checkAgent } from './checkAgent.ts';
import { checkIo, checkOptions, checkParts } from './checkParts.ts';
import { parseConfig } from './config.ts';
import type { SessionConfig, SessionSettings } from './config.ts';
import { uncontained } from './containment.ts';
import { openPorts, remarksOn } from './config/ports.ts';
import type { Ports } from './config/ports.ts';
import { unusualIn } from './config/unusualMessages.ts';
import { eventOf, notify } from './events.ts';
import type { SessionEvent } from './events.ts';
import type { FloorSettings, SessionEndReason } from './floor/types.ts';
import { wire } from './graph.ts';
import type { Graph } from './graph.ts';
import { createHistory } from './history.ts';
import type { HistoryEntry } from './history.ts';
import { createFailureLog } from './failureLog.ts';
import type { Splices } from './splices.ts';
import { withStages } from './stages.ts';
import type { Stages, Taps } from './stages.ts';
import { standardStages } from './standardStages.ts';
import { unrecorded } from './recording.ts';
import type { SessionRequest, Recorder, NewSession, SessionRecord } from './recording.ts';

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

export const SESSION_OPTIONS: All<keyof SessionOptions> = {
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
  return sessionOf(agent, config, settings, openPorts(settings, options.ports), io, options);
}

/** What `startSession` adds. */
export interface InnerOptions extends SessionOptions {
  /** Given the function to which the errors of the agent's code are reported. */
  readonly reportTo?: ((report: Graph['report']) => void) | undefined;
}

/** A session from a config that is checked and ports that are open. */
export function sessionOf<SessionData extends object>(
  agent: Agent<SessionData>,
  config: SessionConfig<SessionData>,
  settings: SessionSettings,
  ports: Ports,
  io: SessionIo,
  options: InnerOptions,
): Session<SessionData> {
  const { scheduler = monotonicScheduler, id = `ses_${crypto.randomUUID()}`, stages = {}, splice = {} } = options;
  const warnings: AntiphonError[] = [...remarksOn(settings, options.ports), ...unusualIn(settings.initialMessages)];
  const { borders, runStep, request, observe } = recorded(options.record, warnings, {
    id,
    config,
    borders: { agent, ...createCheckedBorders(ports, io), scheduler },
    splices: Object.keys(splice) as (keyof Splices)[],
    stages: Object.keys(stages),
    report: (error) => graph.report(error),
    isBusy: () => graph.isBusy(),
  });
  const post = uncontained((asked: Posted): void => {
    if (running !== null) request(asked, () => carryOut(graph, asked));
    else if (asked.kind === 'end') graph.abandon(asked.reason);
  });
  const control = controlOf(id, post, (error) => graph.report(error));
  const graph = wire({
    io: borders.io,
    borderErrors: borders.errors,
    scheduler: borders.scheduler,
    stages: withStages(standardStages({ ...borders, sessionData: config.session_data, settings, control }), stages),
    splices: splice,
    settings: floorSettings(settings),
    history: createHistory(settings.initialMessages),
    runStep,
    minEndpointingDelayMs: settings.minEndpointingDelayMs,
  });
  const events = eventsOf(graph, config.session_data);
  const failures = createFailureLog(graph, { id, logFailures: options.logFailures });
  let running: Subscription | null = null;
  const begin = (): void => {
    running = new Subscription();
    events.pipe(observeOn(asapScheduler)).subscribe((event) => notify(agent, event, graph.report));
    running.add(graph.connect());
    warnings.forEach(graph.report);
    greet(graph, settings);
  };
  const session: Session<SessionData> = {
    ...control,
    edges: graph.edges,
    events$: events,
    errors$: failures.watched,
    history$: graph.history,
    ended: whenEnded(graph, () => (running ??= new Subscription()).unsubscribe()),
    start: uncontained(() => {
      if (running === null) request({ kind: 'start' }, begin);
    }),
    close: (reason) => post({ kind: 'end', after: 'now', reason }),
  };
  options.reportTo?.(graph.report);
  observe({ edges: graph.edges, events$: events, errors$: failures.all, ended: graph.ended });
  return session;
}

function eventsOf<SessionData extends object>(
  { facts, ended }: Graph,
  sessionData: SessionData,
): Observable<SessionEvent<SessionData>> {
  return facts.pipe(
    map((told) => eventOf(told, sessionData)),
    takeUntil(ended),
  );
}

function greet({ post }: Graph, { firstMessage: text }: SessionSettings): void {
  if (text !== undefined) post({ kind: 'say', text, first: true });
}

/** A recorder that fails is none. */
function recorded<SessionData extends object>(
  recorder: Recorder = unrecorded,
  warnings: AntiphonError[],
  session: NewSession<SessionData>,
): SessionRecord<SessionData> {
  try {
    return recorder.begin(session);
  } catch (cause) {
    warnings.push(asAntiphonError(cause, 'recording_failed', { failure: false }));
    return unrecorded.begin(session);
  }
}

type Posted = Exclude<SessionRequest, { readonly kind: 'start' }>;

function floorSettings(settings: SessionSettings): FloorSettings {
  return {
    allowInterruptions: settings.allowInterruptions,
    interruptMs: settings.interruptTimeThresholdMs,
    resumeAfterFalseInterruption: settings.resumeAfterFalseInterruption,
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

/** A text that is too long is refused on `errors$`: thrown, the fault would end a process whose timer says something. */
function carryOut({ post, report }: Graph, asked: Posted): void {
  if (asked.kind !== 'say' || asked.text.length <= LIMITS.sayText) return post(asked);
  const message = `say(): expected at most ${LIMITS.sayText} characters, got more`;
  report(new AntiphonError('limit_exceeded', message, { path: 'say' }));
}

function controlOf(id: string, post: (asked: Posted) => void, report: (error: AntiphonError) => void): SessionControl {
  return {
    id,
    say: (text) => {
      if (typeof text === 'string') post({ kind: 'say', text: text.slice(0, LIMITS.sayText + 1), first: false });
      else report(new AntiphonError('usage_invalid', 'say(): expected a string'));
    },
    interrupt: () => post({ kind: 'interrupt' }),
    end: ({ after = 'speech' } = {}) => post({ kind: 'end', after, reason: 'agent_ended' }),
  };
}
