import { map, takeUntil, type Observable } from 'rxjs';
import type { AntiphonError } from '../core/errors.ts';
import type { SessionIo } from '../core/ports.ts';
import type { Usage } from '../core/usage.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import type { Agent } from './agent.ts';
import { createCheckedBorders } from './borders/checkedBorders.ts';
import type { SessionConfig, SessionSettings } from './config.ts';
import { findUnusualMessages } from './config/findUnusualMessages.ts';
import { findProviderWarnings } from './config/findProviderWarnings.ts';
import type { Ports } from './config/ports.ts';
import type { Secrets } from './config/secrets.ts';
import { parseCheckpoint } from './checkpoints/parseCheckpoint.ts';
import { createResumption } from './checkpoints/resumption.ts';
import { takeCheckpoints, type CheckpointOptions } from './checkpoints/takeCheckpoints.ts';
import { uncontained } from './containment.ts';
import { valueOf } from './createRespond.ts';
import { createHandOff, type HandOffOptions } from './handoff/createHandOff.ts';
import { createLifecycle } from './createLifecycle.ts';
import { createSessionControl } from './createSessionControl.ts';
import { createEvent, type SessionEvent } from './events.ts';
import { createFailureLog } from './failureLog.ts';
import type { Graph, TracedGraph } from './graph.ts';
import { beginRecording, type AnsweringAgent, type NewSession } from './recording.ts';
import type { HistoryEntry } from './history.ts';
import type { Session, SessionOptions } from './session.ts';
import { createSessionId } from './sessionId.ts';
import type { Splices } from './splices.ts';
import { beginTrace } from './telemetry.ts';
import { createUpdate } from './updates/createUpdate.ts';
import { createUpdatedAgent } from './updates/createUpdatedAgent.ts';
import { createUpdates, type SessionUpdates } from './updates/createUpdates.ts';
import { addCosts } from './usage/addCosts.ts';
import { wireSession } from './wireSession.ts';

/** The checked parts of a session, with its ports open. */
export interface SessionParts<SessionData extends object> {
  readonly agent: Agent<SessionData>;
  readonly config: SessionConfig<SessionData>;
  readonly settings: SessionSettings;
  readonly ports: Ports;
  readonly io: SessionIo;
  readonly secrets: Secrets;
  /** Handed to `configure_session` of agents that the conversation is handed to. @default {} */
  readonly customData?: Record<string, unknown> | undefined;
}

/** Creates a session, and a function that reports errors of the agent's code on its `errors$`. */
export function createOpenSession<SessionData extends object>(
  parts: SessionParts<SessionData>,
  options: SessionOptions,
): { readonly session: Session<SessionData>; readonly report: Graph['report'] } {
  const { agent, config, settings, ports, secrets } = parts;
  const { resumeFrom, id = resumeFrom?.session_id ?? createSessionId(), scheduler = monotonicScheduler } = options;
  const report = (error: AntiphonError): void => graph.report(error);
  const warnings = [...findProviderWarnings(settings, options.ports), ...findUnusualMessages(settings.initialMessages)];
  const history = (): readonly HistoryEntry[] => valueOf(graph.history);
  const { updates, updated, nameOf } = createAnswering(parts, options, { scheduler, report, history });
  const trace = beginTrace(options.telemetry, warnings, { ...parts, agent: updated, id, scheduler, report });
  const { checkTts, checkStt, reportNoise, ...checked } = createCheckedBorders(ports, parts.io);
  const border = { borders: { ...checked, agent: trace.agent, scheduler }, secrets: secrets.list };
  const made = { ...describeNew(parts, options), ...border, id, report, isBusy: () => graph.isBusy() };
  const recording = beginRecording(options.record, warnings, made);
  const { request, observe } = recording;
  const { control, close } = createSessionControl({
    id,
    actions: parts.io.actions,
    scheduler,
    graph: () => graph,
    send: (requested) => lifecycle.send(requested),
    createUpdate: (send) => createUpdate({ config, ports, own: options.ports ?? {}, secrets, scheduler, report, send }),
    report,
  });
  const { session_data: sessionData } = config;
  const wired = { settings, updates, recording, control, sessionData, checkTts, checkStt, reportNoise };
  const graph: TracedGraph = wireSession(wired, options);
  const usage = (): Usage => addCosts(graph.usage(), options.prices);
  const events$ = createEvents(graph, sessionData, nameOf);
  const failures = createFailureLog(graph, { id, logFailures: options.logFailures, mask: secrets.mask });
  const lifecycle = createLifecycle({
    agent,
    speaking: updates.agent,
    graph,
    events$,
    warnings,
    firstMessage: settings.firstMessage,
    resumption: resumeFrom && createResumption(parseCheckpoint(resumeFrom), { agent, config, control, report }),
    onStart: () => trace.observe({ ...graph, metrics: graph.edges.metrics, events: events$ }),
    request,
    usage,
  });
  observe({ edges: graph.edges, events$, errors$: failures.all, usage: graph.usage, ended: graph.ended });
  const checkpoint$ = createCheckpoints(graph, { id, updates, scheduler, sessionData }, options);
  const streams = { ...selectStreams(graph), checkpoint$, events$, errors$: failures.watched };
  const session: Session<SessionData> = {
    ...control,
    ...streams,
    get usage() {
      return usage();
    },
    ended: lifecycle.ended,
    start: uncontained(lifecycle.start),
    close,
  };
  return { session, report };
}

/** Creates the updates of a session, and the agent that answers: the first one, or one that the conversation was handed to. */
function createAnswering<SessionData extends object>(
  { agent, settings, customData = {} }: SessionParts<SessionData>,
  { ports: own = {} }: SessionOptions,
  context: Pick<HandOffOptions, 'scheduler' | 'report' | 'history'>,
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

type GraphStreams = Pick<Session, 'edges' | 'history$' | 'agentState$' | 'userState$' | 'firstBytes$'>;

function selectStreams({ edges, history, agentState, userState, firstBytes }: Graph): GraphStreams {
  return { edges, history$: history, agentState$: agentState, userState$: userState, firstBytes$: firstBytes };
}

function describeNew<SessionData extends object>(
  { config, agent: { name: agent } }: SessionParts<SessionData>,
  { splice = {}, stages = {} }: SessionOptions,
): Pick<NewSession<SessionData>, 'agent' | 'config' | 'splices' | 'stages'> {
  return { agent, config, splices: Object.keys(splice) as (keyof Splices)[], stages: Object.keys(stages) };
}

function createEvents<SessionData extends object>(
  { facts, ended }: Graph,
  sessionData: SessionData,
  nameOf: () => string | undefined,
): Observable<SessionEvent<SessionData>> {
  return facts.pipe(
    map((fact) => createEvent(fact, sessionData, nameOf())),
    takeUntil(ended),
  );
}
