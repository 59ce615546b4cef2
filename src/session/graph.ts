import { map, NEVER, Subscription, take, type Observable, type SchedulerLike } from 'rxjs';
import type { PendingInput } from '../core/checkpoint.ts';
import type { AntiphonError } from '../core/errors.ts';
import type { FirstByte, Usage } from '../core/usage.ts';
import type { Taps } from './edges.ts';
import type { SessionEndReason } from './floor/types.ts';
import { createFlows } from './graph/createFlows.ts';
import { createMetricsFlow } from './graph/createMetricsFlow.ts';
import { enforceEndDeadlines } from './graph/enforceEndDeadlines.ts';
import { failSession } from './graph/failSession.ts';
import { feedFloor } from './graph/feedFloor.ts';
import { selectMetricEvents } from './graph/metricEvents.ts';
import { runFloor } from './graph/runFloor.ts';
import type { InboxEvent } from './graph/inbox.ts';
import {
  createFloorSignals,
  createSubjects,
  selectConnected,
  type GraphSubjects,
  type NumberedFact,
} from './graph/subjects.ts';
import type { WireOptions } from './graph/wireOptions.ts';
import { runUncontained } from './containment.ts';
import { wrapScheduler } from './graph/wrapScheduler.ts';
import { bindToContext } from '../time/monotonicScheduler.ts';
import { ticksOf } from '../time/tickScheduler.ts';
import type { HistoryEntry } from './history.ts';
import type { MetricEvent } from './metrics/metricEvent.ts';
import type { StageContext } from './stages.ts';
import type { AgentState } from './states/agentState.ts';
import type { UserState } from './states/userState.ts';
import type { UsageNames } from './usage/createUsage.ts';
import { UsageMeter } from './usage/usageMeter.ts';
import { merge } from '../stream/merge.ts';

export interface Graph {
  readonly edges: Taps;
  /** The facts of the session, in order. */
  readonly facts: Observable<NumberedFact>;
  /** Failures and diagnostics of every part, as values. */
  readonly errors: Observable<AntiphonError>;
  readonly history: Observable<readonly HistoryEntry[]>;
  readonly agentState: Observable<AgentState>;
  readonly userState: Observable<UserState>;
  /** First answers of the providers. */
  readonly firstBytes: Observable<FirstByte>;
  /** Returns what has come of the user and is not in the history. */
  pendingInput(): PendingInput;
  /** Reads what has been heard of the utterance that is being played. */
  readHeard(): string;
  /** Returns what has been used of the providers so far, without money. */
  usage(): Usage;
  /** Emits once, when the session has ended, after everything else. */
  readonly ended: Observable<SessionEndReason>;
  /** Emits a failure or a diagnostic of a part outside the graph on `errors`. */
  report(error: AntiphonError): void;
  /** Sends the floor an event from outside the graph, or changes the session with its next reply. */
  post(event: InboxEvent): void;
  /** Returns whether an event is being processed. */
  isBusy(): boolean;
  /** Ends a session that was never started. */
  abandon(reason: SessionEndReason): void;
  /** Starts everything, downstream first. Unsubscribing ends everything. */
  connect(): Subscription;
}

/** A graph with what traces are made from. */
export interface TracedGraph extends Graph {
  /** Each event before its consequences, if it is subscribed to before `connect()`. */
  readonly signals: Observable<MetricEvent>;
}

/**
 * Wires the stages into one graph. The edges send events to the floor, and the floor sends decisions to the stages: all
 * feedback runs through the floor. Nothing runs before `connect()`.
 */
export function wire(options: WireOptions): Graph {
  return wireTraced(options);
}

/** Wires the stages as `wire` does. */
export function wireTraced(options: WireOptions): TracedGraph {
  const { io, history = [], providers = UNKNOWN } = options;
  const meter = new UsageMeter(providers, options.scheduler);
  const subjects = createSubjects(history, io, options.runStep);
  const { inbox, decisions, edges, facts, errors } = subjects;
  const guarded = (scheduler: SchedulerLike): SchedulerLike =>
    wrapScheduler(scheduler, (work, action, state) => {
      try {
        work.call(action, state);
      } catch (thrown) {
        failSession(subjects, thrown);
      }
    });
  // Work of a session that a developer's code has created is not part of that code.
  const scheduler = guarded(runUncontained(bindToContext, options.scheduler));
  const ticks = guarded(ticksOf(options.scheduler));
  return {
    edges,
    facts,
    errors,
    signals: selectMetricEvents(subjects),
    history: subjects.history,
    agentState: subjects.agentState,
    userState: subjects.userState,
    firstBytes: meter.firstBytes.answers,
    pendingInput: () => subjects.pending.value,
    readHeard: () => subjects.heard.value(),
    usage: () => meter.usage(),
    ended: decisions.of('ended').pipe(
      map(({ reason }) => reason),
      take(1),
    ),
    report: (error) => errors.next(error),
    post: (event) => inbox.next(event),
    isBusy: inbox.isBusy,
    abandon: (reason) => decisions.next({ kind: 'ended', reason }),
    connect: () => connectAll({ ...options, scheduler, ticks, meter }, subjects),
  };
}

const UNKNOWN: UsageNames = { stt: { name: 'unknown' }, tts: { name: 'unknown' } };

/** The options with the schedulers of the session, whose work ends the session when it throws. */
interface ConnectOptions extends WireOptions {
  readonly ticks: SchedulerLike;
  readonly meter: UsageMeter;
}

function connectAll(options: ConnectOptions, subjects: GraphSubjects): Subscription {
  const { io, scheduler, ticks, borderErrors = NEVER } = options;
  const context = createStageContext(subjects, { io, scheduler, ticks });
  const running = new Subscription();
  running.add(createMetricsFlow(options, subjects, options.meter)(subjects));
  const reporting = borderErrors.subscribe(context.report);
  running.add(runFloor(subjects, options));
  running.add(enforceEndDeadlines(subjects, scheduler));
  running.add(feedFloor(subjects));
  for (const connect of createFlows(options, subjects, context)) running.add(connect(subjects));
  // Added last, so that it reports errors of the others while they close.
  running.add(reporting);
  return running;
}

function createStageContext(
  subjects: GraphSubjects,
  { io, scheduler, ticks }: Pick<ConnectOptions, 'io' | 'scheduler' | 'ticks'>,
): StageContext {
  const { inbox, decisions, edges, settled, history, errors, progress, segmentEnds, eagerEnds } = subjects;
  const { recogniserTurns, draftText } = subjects;
  return {
    edges,
    settled,
    floor: createFloorSignals(subjects),
    history,
    connected: selectConnected(subjects),
    muted: merge(io.muted ?? NEVER, decisions.of('close_input').pipe(map(() => true))),
    segmentEnds,
    recogniserTurns,
    scheduler,
    ticks,
    endSegment: (segment) => segmentEnds.next(segment),
    draftText,
    addDraftText: (event) => draftText.next(event),
    eagerEnd: (event) => eagerEnds.next(event),
    foundTurn: (turn) => inbox.batch((found) => recogniserTurns.next(found), turn),
    report: (error) => errors.next(error),
    progress: (event) => progress.next(event),
  };
}
