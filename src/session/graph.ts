import { map, merge, NEVER, Subscription, take } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import type { AntiphonError } from '../core/errors.ts';
import type { SessionIo } from '../core/ports.ts';
import type { FloorEvent, FloorSettings, SessionEndReason } from './floor/types.ts';
import { run } from './graph/flow.ts';
import { flows, metricsFlow } from './graph/flows.ts';
import { connectedOf, signalsOf, tieLoops, told } from './graph/loops.ts';
import type { Loops, ToldFact } from './graph/loops.ts';
import { runFloor } from './graph/runFloor.ts';
import type { HistoryEntry } from './history.ts';
import type { Splices } from './splices.ts';
import type { StageContext, StageFactories, Taps } from './stages.ts';

export interface WireOptions {
  readonly io: SessionIo;
  readonly stages: StageFactories;
  readonly splices?: Splices | undefined;
  readonly settings: FloorSettings;
  readonly history?: readonly HistoryEntry[] | undefined;
  readonly scheduler: SchedulerLike;
  /** Least time between the last voiced sample and the end of a turn, in ms: for the metrics. @default 500 */
  readonly minEndpointingDelayMs?: number | undefined;
}

export interface Graph {
  readonly edges: Taps;
  /** What happened, in the one order of the session. */
  readonly facts: Observable<ToldFact>;
  /** Failures and diagnostics of every part, as values. */
  readonly errors: Observable<AntiphonError>;
  readonly history: Observable<readonly HistoryEntry[]>;
  /** Emits once, when the session has ended and all of it is told. */
  readonly ended: Observable<SessionEndReason>;
  /** Tells a failure or a diagnostic of a part outside the graph. */
  report(error: AntiphonError): void;
  /** Tells the floor what comes from outside the graph. */
  post(event: FloorEvent): void;
  /** Whether something that happened is being dealt with right now. */
  atWork(): boolean;
  /** Starts everything, downstream first; unsubscribing what it returns ends everything. */
  connect(): Subscription;
}

/**
 * Wires the stages into one graph. What happens on the edges goes to the floor, what the floor decides goes to the stages:
 * all feedback runs through that one place. Nothing runs before `connect()`.
 */
export function wire(options: WireOptions): Graph {
  const { io, scheduler, history = [] } = options;
  const loops = tieLoops(history, io);
  const { edges, settled } = loops;
  const report = (error: AntiphonError): void => loops.errors.next(error);
  const context: StageContext = {
    edges,
    settled,
    floor: signalsOf(loops),
    history: loops.history,
    connected: connectedOf(loops),
    muted: io.muted ?? NEVER,
    scheduler,
    report,
    progress: (event) => loops.progress.next(event),
  };
  return {
    edges,
    facts: loops.facts,
    errors: loops.errors,
    history: loops.history,
    ended: told(loops, 'ended').pipe(
      map(({ reason }) => reason),
      take(1),
    ),
    report,
    post: (event) => loops.inbox.next(event),
    atWork: loops.inbox.atWork,
    connect: () => {
      const running = new Subscription();
      running.add(run(metricsFlow(options, loops), loops));
      running.add(runFloor(loops, options));
      running.add(happenings(loops).subscribe((event) => loops.inbox.next(event)));
      for (const flow of flows(options, loops, context)) running.add(run(flow, loops));
      return running;
    },
  };
}

/** Everything that the floor hears of. */
function happenings({ edges, settled, endpoints }: Loops): Observable<FloorEvent> {
  return merge(
    edges.playout.pipe(map((event): FloorEvent => ({ kind: 'playout', event }))),
    edges.speech.pipe(map((event): FloorEvent => ({ kind: 'speech', event }))),
    edges.reply.pipe(map((event): FloorEvent => ({ kind: 'reply', event }))),
    edges.functionCalls.pipe(map((calls): FloorEvent => ({ kind: 'calls', calls }))),
    edges.functionResults.pipe(map((results): FloorEvent => ({ kind: 'results', results }))),
    edges.userTurn.pipe(map((turn): FloorEvent => ({ kind: 'turn', turn }))),
    edges.interruption.pipe(map((by): FloorEvent => ({ kind: 'barge', by }))),
    edges.textIn.pipe(map((text): FloorEvent => ({ kind: 'typed', text }))),
    endpoints.pipe(map((): FloorEvent => ({ kind: 'endpoint' }))),
    edges.activity,
    edges.transcript,
    settled,
  );
}
