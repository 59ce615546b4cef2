import { map, NEVER, Subscription, take, type Observable, type SchedulerLike } from 'rxjs';
import type { AntiphonError } from '../core/errors.ts';
import type { SessionIo } from '../core/ports.ts';
import type { FloorEvent, FloorSettings, SessionEndReason } from './floor/types.ts';
import { containedScheduler } from './graph/containedScheduler.ts';
import { enforceEndDeadlines } from './graph/enforceEndDeadlines.ts';
import { failSession } from './graph/failSession.ts';
import { createFlows, createMetricsFlow } from './graph/createFlows.ts';
import {
  selectConnected,
  createFloorSignals,
  createSubjects,
  decisionsOf,
  type GraphSubjects,
  type NumberedFact,
} from './graph/subjects.ts';
import { runFloor } from './graph/runFloor.ts';
import type { HistoryEntry } from './history.ts';
import type { Splices } from './splices.ts';
import type { Taps } from './edges.ts';
import type { StageContext, StageFactories } from './stages.ts';

export interface WireOptions {
  readonly io: SessionIo;
  /** Errors of the ports and the transport that reach no stage. @default none */
  readonly borderErrors?: Observable<AntiphonError> | undefined;
  readonly stages: StageFactories;
  readonly splices?: Splices | undefined;
  readonly settings: FloorSettings;
  readonly history?: readonly HistoryEntry[] | undefined;
  readonly scheduler: SchedulerLike;
  /** Runs each piece of work that no other work has caused. @default at once */
  readonly runStep?: ((work: () => void) => void) | undefined;
  /** Least time between the last voiced sample and the end of a turn, in ms: for the metrics. @default 500 */
  readonly minEndpointingDelayMs?: number | undefined;
}

export interface Graph {
  readonly edges: Taps;
  /** The facts of the session, in order. */
  readonly facts: Observable<NumberedFact>;
  /** Failures and diagnostics of every part, as values. */
  readonly errors: Observable<AntiphonError>;
  readonly history: Observable<readonly HistoryEntry[]>;
  /** Emits once, when the session has ended, after everything else. */
  readonly ended: Observable<SessionEndReason>;
  /** Emits a failure or a diagnostic of a part outside the graph on `errors`. */
  report(error: AntiphonError): void;
  /** Sends the floor an event from outside the graph. */
  post(event: FloorEvent): void;
  /** Whether an event is being processed. */
  isBusy(): boolean;
  /** Ends a session that was never started. */
  abandon(reason: SessionEndReason): void;
  /** Starts everything, downstream first; unsubscribing what it returns ends everything. */
  connect(): Subscription;
}

/**
 * Wires the stages into one graph. What happens on the edges goes to the floor, what the floor decides goes to the stages:
 * all feedback runs through that one place. Nothing runs before `connect()`.
 */
export function wire(options: WireOptions): Graph {
  const { io, history = [], borderErrors = NEVER } = options;
  const subjects = createSubjects(history, io, options.runStep);
  const scheduler = containedScheduler(options.scheduler, (thrown) => failSession(subjects, thrown));
  const contained: WireOptions = { ...options, scheduler };
  const { edges, settled } = subjects;
  const report = (error: AntiphonError): void => subjects.errors.next(error);
  const context: StageContext = {
    edges,
    settled,
    floor: createFloorSignals(subjects),
    history: subjects.history,
    connected: selectConnected(subjects),
    muted: io.muted ?? NEVER,
    scheduler,
    report,
    progress: (event) => subjects.progress.next(event),
  };
  return {
    edges,
    facts: subjects.facts,
    errors: subjects.errors,
    history: subjects.history,
    ended: decisionsOf(subjects, 'ended').pipe(
      map(({ reason }) => reason),
      take(1),
    ),
    report,
    post: (event) => subjects.inbox.next(event),
    isBusy: subjects.inbox.isBusy,
    abandon: (reason) => subjects.decisions.next({ kind: 'ended', reason }),
    connect: () => {
      const running = new Subscription();
      running.add(createMetricsFlow(contained, subjects)(subjects));
      const reporting = borderErrors.subscribe(report);
      running.add(runFloor(subjects, contained));
      running.add(enforceEndDeadlines(subjects, scheduler));
      running.add(feedFloor(subjects));
      for (const start of createFlows(contained, subjects, context)) running.add(start(subjects));
      // Added last, so that it reports what fails while the others close.
      running.add(reporting);
      return running;
    },
  };
}

/** Sends every event of the edges to the floor. */
function feedFloor({ inbox, edges, settled, endpoints }: GraphSubjects): Subscription {
  const telling = new Subscription();
  const tell = <T>(happening: Observable<T>, as: (value: T) => FloorEvent): void =>
    telling.add(happening.subscribe((value) => inbox.next(as(value))));
  tell(edges.playout, (event) => ({ kind: 'playout', event }));
  tell(edges.speech, (event) => ({ kind: 'speech', event }));
  tell(edges.reply, (event) => ({ kind: 'reply', event }));
  tell(edges.functionCalls, (calls) => ({ kind: 'calls', calls }));
  tell(edges.functionResults, (results) => ({ kind: 'results', results }));
  tell(edges.userTurn, (turn) => ({ kind: 'turn', turn }));
  tell(edges.interruption, (by) => ({ kind: 'barge_in', by }));
  tell(edges.textIn, (text) => ({ kind: 'typed', text }));
  tell(endpoints, () => ({ kind: 'endpoint' }));
  tell(edges.activity, (event) => event);
  tell(edges.transcript, (heard) => heard);
  tell(settled, (settlement) => settlement);
  return telling;
}
