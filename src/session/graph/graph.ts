import {
  AsyncSubject,
  defer,
  map,
  merge,
  NEVER,
  Subscription,
  take,
  takeUntil,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { PendingInput } from '../../core/checkpoint.ts';
import { asAntiphonError, type AntiphonError } from '../../core/errors.ts';
import type { FirstByte, Usage } from '../../core/usage.ts';
import { mapNames } from '../../core/names.ts';
import { EDGES, type Taps } from '../edges.ts';
import type { StepObserver } from '../floor/observedStep.ts';
import type { SessionEndReason } from '../floor/types.ts';
import { createFlows } from './createFlows.ts';
import type { Decisions } from './decisions.ts';
import type { SessionIo } from '../../core/ports.ts';
import { createMetricsFlow, selectMetricEvents } from './createMetricsFlow.ts';
import { enforceEndDeadlines } from './enforceEndDeadlines.ts';
import { failSession } from './createFlow.ts';
import { feedFloor } from './feedFloor.ts';
import { runFloor } from './runFloor.ts';
import type { InboxEvent } from '../sessionUpdate.ts';
import type { NumberedFact } from '../events.ts';
import {
  createFloorSignals,
  createSubjects,
  selectConnected,
  type GraphSubjects,
  type SubjectsOptions,
} from './subjects.ts';
import type { WireOptions } from './wireOptions.ts';
import { runUncontained } from '../containment/containment.ts';
import { createSplices, type InsertedSplices } from '../splices/createSplices.ts';
import { wrapScheduler } from '../../time/wrapScheduler.ts';
import { bindToContext } from '../../time/monotonicScheduler.ts';
import { ticksOf } from '../../time/tickScheduler.ts';
import type { HistoryEntry } from '../history.ts';
import type { MetricEvent } from '../metrics/metricEvent.ts';
import type { PartSession } from '../partSession.ts';
import { STAGES, type StageContext, type StageName } from '../stages.ts';
import { watchStages } from './watchStages.ts';
import type { AgentState } from '../states/agentState.ts';
import type { UserState } from '../states/userState.ts';
import type { UsageNames } from '../usage/createUsage.ts';
import { UsageMeter } from '../usage/usageMeter.ts';

export interface Graph {
  readonly edges: Taps;
  /** The facts of the session, in order. */
  readonly facts: Observable<NumberedFact>;
  /** Failures and diagnostics of every part, as values. */
  readonly errors: Observable<AntiphonError>;
  readonly history: Observable<readonly HistoryEntry[]>;
  readonly agentState: Observable<AgentState>;
  readonly userState: Observable<UserState>;
  /** The first answers of the providers. */
  readonly firstBytes: Observable<FirstByte>;
  /** Returns the user's input that is not yet in the history. */
  pendingInput(): PendingInput;
  /** Returns whether the agent has to reply to a result of the background. */
  isReplyDue(): boolean;
  /** Reads the heard text of the current utterance. */
  readHeard(): string;
  /** Returns the usage of the providers so far, without costs. */
  usage(): Usage;
  /** Emits once, when the session has ended, after everything else. Late subscribers receive it too. */
  readonly ended: Observable<SessionEndReason>;
  /** Emits a failure or a diagnostic of a part outside the graph on `errors`. */
  report(error: AntiphonError): void;
  /** Sends the floor an event from outside the graph, or changes the session from its next reply on. */
  post(event: InboxEvent): void;
  /** Returns whether an event is being processed. */
  isBusy(): boolean;
  /** Ends a session that was never started. */
  abandon(reason: SessionEndReason): void;
  /** Starts everything, downstream first. Unsubscribing ends everything. */
  connect(): Subscription;
}

/** A graph with the signals for traces. */
export interface TracedGraph extends Graph {
  /** Emits each event before its consequences, if subscribed to before `connect()`. */
  readonly signals: Observable<MetricEvent>;
}

/**
 * Wires the stages into one graph. The edges send events to the floor, and the floor sends decisions to the stages: all
 * feedback passes through the floor. Nothing runs before `connect()`.
 *
 * @example
 * ```ts
 * import { createPhrases, wire } from 'antiphon';
 * import type { SessionIo, StageFactories } from 'antiphon';
 * import { asyncScheduler } from 'rxjs';
 *
 * declare const io: SessionIo;
 * declare const stages: StageFactories; // an operator for each of `STAGES`
 * const phrases = createPhrases();
 * const settings = { allowInterruptions: true, minSpeechMs: 500, resumeAfterFalseInterruption: true, phrases };
 *
 * const graph = wire({ io, stages, settings, scheduler: asyncScheduler });
 * graph.edges.transcript.subscribe(({ text }) => console.log(text));
 * graph.connect();
 * ```
 */
export function wire(options: WireOptions): Graph {
  const graph = wireTraced(options);
  const edges = mapNames(EDGES, (edge) => defer((): Observable<unknown> => graph.edges[edge])) as Taps;
  return { ...graph, edges };
}

/** The options of a graph whose steps can be observed. */
export interface TracedOptions extends WireOptions, Pick<SubjectsOptions, 'errors'> {
  /** Observes the steps of the floor, to explain them. @default nobody */
  readonly observeStep?: StepObserver | undefined;
}

/** Wires the stages as `wire` does. */
export function wireTraced(options: TracedOptions): TracedGraph {
  const { io, history = [], providers = UNKNOWN } = options;
  const meter = new UsageMeter(providers, options.scheduler);
  const subjects = createSubjects(history, io, options);
  const { inbox, decisions, edges, facts, errors } = subjects;
  const ended = new AsyncSubject<SessionEndReason>();
  decisions
    .of('ended')
    .pipe(
      map(({ reason }) => reason),
      take(1),
    )
    .subscribe(ended);
  const guarded = (scheduler: SchedulerLike): SchedulerLike =>
    wrapScheduler(scheduler, (work, action, state) => {
      try {
        work.call(action, state);
      } catch (thrown) {
        failSession(subjects, thrown);
      }
    });
  // A session that a developer's code has created does not run as part of that code.
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
    isReplyDue: () => subjects.replyDue.value,
    readHeard: () => subjects.heard.value(),
    usage: () => meter.usage(),
    ended,
    report: (error) => errors.next(error),
    post: (event) => inbox.next(event),
    isBusy: inbox.isBusy,
    abandon: (reason) => decisions.next({ kind: 'ended', reason }),
    connect: () => connectOrEnd({ ...options, scheduler, ticks, meter }, subjects),
  };
}

const UNKNOWN: UsageNames = { stt: { name: 'unknown' }, tts: { name: 'unknown' } };

/** The options with the schedulers of the session, whose work ends the session if it throws. */
interface ConnectOptions extends TracedOptions {
  readonly ticks: SchedulerLike;
  readonly meter: UsageMeter;
}

/**
 * Connects everything. A stage that cannot be created ends the session.
 * @throws AntiphonError `stage_failed` that names it
 */
function connectOrEnd(options: ConnectOptions, subjects: GraphSubjects): Subscription {
  const running = new Subscription();
  try {
    connectAll(options, subjects, running);
  } catch (thrown) {
    running.unsubscribe();
    subjects.errors.next(asAntiphonError(thrown, 'internal'));
    subjects.decisions.next({ kind: 'ended', reason: 'part_failed' });
    throw thrown;
  }
  return running;
}

function connectAll(options: ConnectOptions, subjects: GraphSubjects, running: Subscription): void {
  const { io, scheduler, ticks, session, splices, borderErrors = NEVER } = options;
  const { watched = ALL_STAGES, longestCallMs = () => 30_000 } = options;
  const context = createStageContext(subjects, { io, scheduler, ticks, session, splices });
  const spliced = insertSplices(options, subjects, context);
  running.add(createMetricsFlow(options, subjects, options.meter, spliced)(subjects));
  const reporting = borderErrors.subscribe(context.report);
  running.add(runFloor(subjects, options));
  running.add(enforceEndDeadlines(subjects, scheduler));
  running.add(feedFloor(subjects, watched));
  running.add(watchStages(subjects, { watched, longestCallMs, scheduler }));
  for (const connect of createFlows(options, subjects, context, spliced)) running.add(connect(subjects));
  // Added last, so that it reports errors of the others as they close.
  running.add(reporting);
}

const ALL_STAGES: ReadonlySet<StageName> = new Set(STAGES);

function insertSplices(
  { splices = {}, session, contain }: ConnectOptions,
  subjects: GraphSubjects,
  { report, scheduler, floor }: StageContext,
): InsertedSplices {
  const fail = (error: AntiphonError): void => failSession(subjects, error, 'splice_failed', 'part_failed');
  return createSplices({ splices, session: session as PartSession, contain, report, fail, scheduler, floor });
}

/** Emits whether the user is muted. Once the session takes no more audio, a client cannot unmute them. */
function selectMuted({ muted = NEVER }: SessionIo, decisions: Decisions): Observable<boolean> {
  const closed = decisions.of('close_input').pipe(map(() => true));
  return merge(muted.pipe(takeUntil(closed)), closed);
}

function createStageContext(
  subjects: GraphSubjects,
  {
    io,
    scheduler,
    ticks,
    session,
    splices,
  }: Pick<ConnectOptions, 'io' | 'scheduler' | 'ticks' | 'session' | 'splices'>,
): StageContext {
  const { inbox, decisions, edges, settled, history, errors, progress, segmentEnds, eagerEnds } = subjects;
  const { recogniserTurns, draftText, unfinished } = subjects;
  return {
    edges,
    settled,
    floor: createFloorSignals(subjects, { asksAhead: splices?.userTurn === undefined }),
    history,
    connected: selectConnected(subjects),
    session: session as PartSession,
    muted: selectMuted(io, decisions),
    segmentEnds,
    recogniserTurns,
    scheduler,
    ticks,
    isUnfinished: () => unfinished.value,
    setUnfinished: (isUnfinished) => unfinished.next(isUnfinished),
    endSegment: (segment) => segmentEnds.next(segment),
    draftText,
    addDraftText: (event) => draftText.next(event),
    eagerEnd: (event) => eagerEnds.next(event),
    foundTurn: (turn) => inbox.batch((found) => recogniserTurns.next(found), turn),
    report: (error) => errors.next(error),
    progress: (event) => progress.next(event),
  };
}
