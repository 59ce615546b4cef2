import { ReplaySubject, switchMap, takeUntil, type Observable, type Subject } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import type { SessionIo } from '../../core/ports.ts';
import type { Usage } from '../../core/usage.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import type { Agent } from '../agent.ts';
import { createCheckedBorders } from '../borders/checkedBorders.ts';
import type { SessionConfig, SessionSettings } from '../config/config.ts';
import { findUnusualMessages } from '../config/findUnusualMessages.ts';
import { findDataLosses } from '../config/findDataLosses.ts';
import { findProviderWarnings } from '../config/findProviderWarnings.ts';
import { openPorts, type Ports } from '../config/ports.ts';
import type { Secrets } from '../config/secrets.ts';
import { parseCheckpoint } from '../checkpoints/parseCheckpoint.ts';
import { createResumption } from '../checkpoints/resumption.ts';
import { takeCheckpoints, type CheckpointOptions } from '../checkpoints/takeCheckpoints.ts';
import { selectContain, uncontained, type Contain } from '../containment/containment.ts';
import { createOwnPorts, type CreatedPorts } from '../containment/ownPorts.ts';
import { createPart, type Part } from '../containment/part.ts';
import { checkModelParts } from './checkParts.ts';
import { createPartSession, type CreatedPartSession } from './createPartSession.ts';
import { exposeStreams } from './exposeStreams.ts';
import type { PartSession } from '../partSession.ts';
import { connectTaps } from '../taps.ts';
import { valueOf } from '../standardStages/createRespond.ts';
import { createHandOff, type HandOffOptions } from '../updates/createHandOff.ts';
import { createRequests } from './createControl.ts';
import type { HistoryEntry } from '../history.ts';
import { mapDefined } from '../../stream/mapDefined.ts';
import { createSubject, type Source } from '../../stream/operate.ts';
import { createLifecycle, type Lifecycle } from './createLifecycle.ts';
import { createSessionControl, type SessionControlOptions } from './createSessionControl.ts';
import { createEvent, hasEvent, type SessionEvent } from '../events.ts';
import { createFailureLog } from './failureLog.ts';
import type { Graph, TracedGraph } from '../graph/graph.ts';
import { beginRecording, type AnsweringAgent, type NewSession } from '../recording.ts';
import type { Session, SessionOptions } from '../session.ts';
import { createSessionId } from './sessionId.ts';
import { findUnaskedAhead } from '../splices/findUnaskedAhead.ts';
import type { Splices } from '../splices/splice.ts';
import { beginTrace } from '../telemetry.ts';
import { createUpdate, type OpenedPorts } from '../updates/createUpdate.ts';
import { createUpdatedAgent } from '../updates/createUpdatedAgent.ts';
import { createUpdates, type SessionUpdates } from '../updates/createUpdates.ts';
import { addCosts } from '../usage/addCosts.ts';
import { wireSession } from './wireSession.ts';

/** The checked parts of a session. */
export interface SessionParts<SessionData extends object> {
  readonly agent: Agent<SessionData>;
  readonly config: SessionConfig<SessionData>;
  readonly settings: SessionSettings;
  readonly io: SessionIo;
  /** True if the application has written the transport. */
  readonly hasOwnIo: boolean;
  readonly secrets: Secrets;
  /** Passed to `configure_session` of agents that take over the conversation. @default {} */
  readonly customData?: Record<string, unknown> | undefined;
}

/** A session that has not started, and a function that reports errors of the agent's code on its `errors$`. */
export interface OpenSession<SessionData extends object> {
  readonly session: Session<SessionData>;
  /** The same session for this library's own code: its streams are not contained, and do not complete. */
  readonly inner: Session<SessionData>;
  readonly report: Graph['report'];
}

/**
 * Creates a session and opens its ports.
 * @throws AntiphonError `port_failed` for a port that cannot be created, or `config_invalid`
 */
export function createOpenSession<SessionData extends object>(
  parts: SessionParts<SessionData>,
  options: SessionOptions,
): OpenSession<SessionData> {
  const { agent, config, settings, secrets, io, hasOwnIo } = parts;
  const { resumeFrom, id = resumeFrom?.session_id ?? createSessionId(), scheduler = monotonicScheduler } = options;
  const contain = selectContain(options.containment);
  const warnings = findWarnings(parts, options);
  const requests = createRequests();
  const { wired, errors, report, history, ...link } = createGraphLink();
  const failures = createFailureLog({ errors, ...link }, { id, logFailures: options.logFailures, mask: secrets.mask });
  const context = { id, scheduler, contain, report, errors$: failures.all, send: requests.send, ...link };
  const { control, close, partSession, followEnd, created, ports } = openParts(parts, options, context);
  checkModelParts(ports, options);
  const { own } = created;
  const { updates, updated, nameOf } = createAnswering(parts, own, { scheduler, contain, report, history });
  const trace = beginTrace(options.telemetry, warnings, { ...parts, ports, agent: updated, id, scheduler, report });
  const { checkTts, checkStt, reportNoise, ...checked } = createCheckedBorders(ports, io, {
    ...created,
    transport: hasOwnIo ? createTransportPart(report, contain) : undefined,
  });
  const border = { borders: { ...checked, agent: trace.agent, scheduler }, secrets: secrets.list };
  const made = { ...describeNew(parts, options), ...border, id, report, isBusy: () => graph.isBusy() };
  const recording = beginRecording(options.record, warnings, made);
  const wiring = { settings, updates, recording, partSession, checkTts, checkStt, reportNoise, own, contain, errors };
  const graph: TracedGraph = wireSession(wiring, options);
  wired.next(graph);
  const usage = (): Usage => addCosts(graph.usage(), options.prices);
  const events$ = createEvents(graph, partSession, nameOf);
  const lifecycle = createLifecycle({
    agent,
    contain,
    speaking: updates.agent,
    graph,
    requests,
    events$,
    warnings,
    firstMessage: settings.firstMessage,
    greeting: settings.greeting,
    resumption:
      resumeFrom && createResumption(parseCheckpoint(resumeFrom), { agent, config, control, report, contain }),
    onStart: () => trace.observe({ ...graph, metrics: graph.edges.metrics, events: events$ }),
    request: recording.request,
    usage,
  });
  followEnd(graph.ended);
  recording.observe({ edges: graph.edges, events$, errors$: failures.all, usage: graph.usage, ended: graph.ended });
  const checkpoint$ = createCheckpoints(graph, { id, updates, scheduler, sessionData: config.session_data }, options);
  const streams = exposeStreams({ graph, events$, errors$: failures.watched, checkpoint$, contain });
  connectTaps(options.taps, { edges: graph.edges, session: partSession, report, contain });
  const raw = { ...selectStates(graph), events$, errors$: failures.watched, checkpoint$ };
  return {
    session: assemble({ ...control, ...streams, close }, lifecycle, usage),
    inner: assemble({ ...control, ...raw, close }, lifecycle, usage),
    report,
  };
}

/** Creates what the parts of a session need of its graph, which emits on `wired` once it exists. */
function createGraphLink(): Pick<Graph, 'ended' | 'agentState' | 'report'> & {
  readonly wired: Subject<Graph>;
  readonly errors: Source<AntiphonError>;
  readonly history: () => readonly HistoryEntry[];
} {
  const wired = new ReplaySubject<Graph>(1);
  const errors = createSubject<AntiphonError>();
  const entries = wired.pipe(switchMap(({ history }) => history));
  return {
    wired,
    errors,
    report: (error) => errors.next(error),
    ended: wired.pipe(switchMap(({ ended }) => ended)),
    agentState: wired.pipe(switchMap(({ agentState }) => agentState)),
    history: () => valueOf(entries),
  };
}

/** Creates the part for the code of an application's transport. */
function createTransportPart(report: (error: AntiphonError) => void, contain: Contain): Part {
  return createPart({ label: 'the transport (yours)', path: 'io', code: 'port_failed', report, contain });
}

/** Finds warnings to report when a session starts. */
function findWarnings(
  { config, settings }: { readonly config: { readonly session_data: unknown }; readonly settings: SessionSettings },
  { ports, splice }: SessionOptions,
): AntiphonError[] {
  return [
    ...findProviderWarnings(settings, ports),
    ...findDataLosses(config.session_data),
    ...findUnusualMessages(settings.initialMessages),
    ...findUnaskedAhead(settings, splice),
  ];
}

/** Selects the streams of a graph under their names in a session. */
function selectStates({
  edges,
  history: history$,
  agentState: agentState$,
  userState: userState$,
  firstBytes: firstBytes$,
}: Graph): Pick<Session, 'edges' | 'history$' | 'agentState$' | 'userState$' | 'firstBytes$'> {
  return { edges, history$, agentState$, userState$, firstBytes$ };
}

function assemble<SessionData extends object>(
  parts: Omit<Session<SessionData>, 'usage' | 'ended' | 'start'>,
  { ended, start }: Lifecycle,
  usage: () => Usage,
): Session<SessionData> {
  return {
    ...parts,
    get usage() {
      return usage();
    },
    ended,
    start: uncontained(start),
  };
}

/** Opens the ports of a session, and creates its controls for the owner and for the parts. */
function openParts<SessionData extends object>(
  { config, settings, secrets, io }: SessionParts<SessionData>,
  options: SessionOptions,
  context: Pick<SessionControlOptions, 'id' | 'scheduler' | 'report' | 'agentState' | 'ended' | 'send'> & {
    readonly contain: Contain;
    readonly errors$: Observable<AntiphonError>;
  },
): ReturnType<typeof createSessionControl> &
  Pick<CreatedPartSession<SessionData>, 'followEnd'> & {
    readonly partSession: PartSession<SessionData>;
    readonly created: CreatedPorts;
    readonly ports: Ports;
  } {
  const { scheduler, contain, report, errors$ } = context;
  /** Null while the ports are created, which may already ask for updates. */
  let opened: OpenedPorts | null = null;
  const { control, close } = createSessionControl({
    ...context,
    actions: io.actions,
    createUpdate: (send) =>
      createUpdate({ config, opened: () => requireOpened(opened), secrets, scheduler, report, send }),
  });
  const { session, followEnd } = createPartSession({ control, config, io, scheduler, contain, report, errors$ });
  const created = createOwnPorts(options.ports ?? {}, { session, report, contain });
  const ports = openPorts(settings, created.own, scheduler);
  opened = { ports, own: created.own };
  return { control, close, partSession: session, followEnd, created, ports };
}

function requireOpened(opened: OpenedPorts | null): OpenedPorts {
  if (opened !== null) return opened;
  throw new AntiphonError('update_invalid', 'expected the ports to be created before the session is updated');
}

/** Creates the updates of a session, and the answering agent: the first one, or one that has taken over. */
function createAnswering<SessionData extends object>(
  { agent, settings, customData = {} }: SessionParts<SessionData>,
  own: Partial<Ports>,
  context: Pick<HandOffOptions, 'scheduler' | 'contain' | 'report' | 'history'>,
): {
  readonly updates: SessionUpdates;
  readonly updated: AnsweringAgent<SessionData>;
  readonly nameOf: () => string | undefined;
} {
  const updates = createUpdates(settings);
  const nameOf = (): string | undefined => updates.agent()?.name ?? agent.name;
  const handOff = createHandOff({ ...context, customData, own, from: nameOf, kept: updates.keptHandoff });
  return { updates, updated: createUpdatedAgent<SessionData>(agent, updates, handOff), nameOf };
}

function createCheckpoints(
  graph: Graph,
  session: Pick<CheckpointOptions, 'id' | 'updates' | 'scheduler' | 'sessionData'>,
  { checkpointBytes: maxBytes = 262_144, resumeFrom: resumedFrom }: SessionOptions,
): Session['checkpoint$'] {
  return takeCheckpoints({ ...session, graph, maxBytes, resumedFrom });
}

function describeNew<SessionData extends object>(
  { config, agent: { name: agent } }: SessionParts<SessionData>,
  { splice = {}, stages = {} }: SessionOptions,
): Pick<NewSession<SessionData>, 'agent' | 'config' | 'splices' | 'stages'> {
  return { agent, config, splices: Object.keys(splice) as (keyof Splices)[], stages: Object.keys(stages) };
}

function createEvents<SessionData extends object>(
  { facts, ended }: Graph,
  session: PartSession<SessionData>,
  nameOf: () => string | undefined,
): Observable<SessionEvent<SessionData>> {
  return facts.pipe(
    mapDefined(({ fact, ...place }) =>
      hasEvent(fact) ? createEvent({ ...place, fact }, session, nameOf()) : undefined,
    ),
    takeUntil(ended),
  );
}
