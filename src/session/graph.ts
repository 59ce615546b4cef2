import {
  catchError,
  defer,
  EMPTY,
  filter,
  map,
  merge,
  NEVER,
  observeOn,
  queueScheduler,
  Subscription,
  take,
} from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import { asAntiphonError } from '../core/errors.ts';
import type { AntiphonError, ErrorCode } from '../core/errors.ts';
import type { SessionIo } from '../core/ports.ts';
import type { Fact, FloorEvent, FloorSettings, SessionEndReason } from './floor/types.ts';
import { connectedOf, signalsOf, tieLoops, told } from './graph/loops.ts';
import type { Loops } from './graph/loops.ts';
import { runFloor } from './graph/runFloor.ts';
import { sayings } from './graph/sayings.ts';
import type { HistoryEntry } from './history.ts';
import { measure } from './metrics.ts';
import { playout } from './playout.ts';
import { beside, splice } from './splices.ts';
import type { Splices } from './splices.ts';
import type { Edges, StageContext, StageFactories, StageOperators, Taps } from './stages.ts';

export interface WireOptions {
  readonly io: SessionIo;
  readonly stages: StageFactories;
  readonly splices?: Splices | undefined;
  readonly settings: FloorSettings;
  readonly history?: readonly HistoryEntry[] | undefined;
  readonly scheduler: SchedulerLike;
  readonly report: (error: AntiphonError) => void;
}

export interface Graph {
  readonly edges: Taps;
  /** What happened, in the one order of the session. */
  readonly facts: Observable<Fact>;
  readonly history: Observable<readonly HistoryEntry[]>;
  /** Emits once, when the session has ended and all of it is told. */
  readonly ended: Observable<SessionEndReason>;
  /** Tells the floor what comes from outside the graph. */
  post(event: FloorEvent): void;
  /** Starts everything, downstream first; unsubscribing what it returns ends everything. */
  connect(): Subscription;
}

/**
 * Wires the stages into one graph. What happens on the edges goes to the floor, what the floor decides goes to the stages:
 * all feedback runs through that one place. Nothing runs before `connect()`.
 */
export function wire(options: WireOptions): Graph {
  const { io, scheduler, report, history = [] } = options;
  const loops = tieLoops(history, io);
  const { edges, settled } = loops;
  const context: StageContext = {
    edges,
    settled,
    floor: signalsOf(loops),
    history: loops.history,
    connected: connectedOf(loops),
    muted: io.muted ?? NEVER,
    scheduler,
    report,
  };
  return {
    edges,
    facts: told(loops, 'fact').pipe(map(({ fact }) => fact)),
    history: loops.history,
    ended: told(loops, 'ended').pipe(
      map(({ reason }) => reason),
      take(1),
    ),
    post: (event) => loops.inbox.next(event),
    connect: () => {
      const running = new Subscription();
      running.add(runFloor(loops, options));
      running.add(happenings(loops).subscribe((event) => loops.inbox.next(event)));
      for (const flow of flows(options, loops, context)) running.add(run(flow, loops, report));
      return running;
    },
  };
}

/** A stage, from what it reads to where it writes, and what its failure means for the session. */
interface Flow {
  readonly from: Observable<() => void>;
  readonly code: ErrorCode;
  readonly fatal: SessionEndReason;
}

function flow<T>(
  from: Observable<T>,
  to: (value: T) => void,
  code: ErrorCode = 'internal',
  fatal: SessionEndReason = 'internal',
): Flow {
  return { from: from.pipe(map((value) => () => to(value))), code, fatal };
}

/** An error in a part is a value in the whole: it is told, and the session ends in order where it cannot go on. */
function run({ from, code, fatal }: Flow, { inbox }: Loops, report: (error: AntiphonError) => void): Subscription {
  const failed = (error: unknown): Observable<never> => {
    report(asAntiphonError(error, code));
    inbox.next({ kind: 'end', after: 'now', reason: fatal });
    return EMPTY;
  };
  return from.pipe(catchError(failed)).subscribe((deliver) => deliver());
}

/** Everything that the floor hears of. It hears it before any stage does. */
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

/** All stages, downstream first: no edge misses what its upstream emits on connecting. */
function flows(
  { io, stages, splices = {}, scheduler, report }: WireOptions,
  loops: Loops,
  context: StageContext,
): readonly Flow[] {
  const { edges, commands, reports, inbox, functionEvents } = loops;
  const spliced = <Edge extends keyof Edges>(edge: Edge) => splice(edge, splices, report);
  const feed = <Edge extends keyof Edges>(edge: Edge, from: Observable<Edges[Edge]>): Flow =>
    flow(from, (value) => edges[edge].next(value));
  const stage = <Name extends keyof StageOperators>(name: Name): StageOperators[Name] => stages[name](context);
  const timed = inbox.pipe(
    observeOn(queueScheduler),
    map((event) => ({ event, now: scheduler.now() })),
  );
  const ledger = playout({ speech: edges.speech, reports, connected: loops.present, scheduler });
  const answers = merge(
    told(loops, 'respond').pipe(
      map(({ turn }) => turn),
      stage('llmTurn'),
    ),
    told(loops, 'say').pipe(sayings()),
  );
  return [
    feed('metrics', timed.pipe(measure(), spliced('metrics'))),
    flow(commands.pipe(ledger), (event) => {
      if (event.kind === 'silent' || event.kind === 'resumed') loops.silent.next(event.kind === 'silent');
      else edges.playout.next(event);
    }),
    flow(
      defer(() => io.playout(commands)),
      (value) => reports.next(value),
      'internal',
      'disconnected',
    ),
    flow(edges.speech.pipe(stage('pace')), (command) => commands.next(command)),
    feed(
      'speech',
      edges.reply.pipe(
        stage('speak'),
        beside((event) => event.kind === 'audio', spliced('speech')),
      ),
    ),
    feed(
      'functionCalls',
      functionEvents.pipe(
        filter((event) => event.kind === 'calls'),
        map(({ calls }) => calls),
        spliced('functionCalls'),
      ),
    ),
    feed(
      'functionResults',
      functionEvents.pipe(
        filter((event) => event.kind === 'results'),
        map(({ results }) => results),
        spliced('functionResults'),
      ),
    ),
    flow(edges.reply.pipe(stage('functions')), (event) => functionEvents.next(event)),
    feed('reply', answers.pipe(beside((event) => event.kind === 'text', spliced('reply')))),
    feed(
      'userTurn',
      told(loops, 'commit').pipe(
        map(({ turn }) => turn),
        spliced('userTurn'),
      ),
    ),
    ...userFlows(io, loops, stage, spliced),
  ];
}

/** From the microphone and the keyboard to what the floor hears of the user. */
function userFlows(
  io: SessionIo,
  { edges, settled, endpoints, present }: Loops,
  stage: <Name extends keyof StageOperators>(name: Name) => StageOperators[Name],
  spliced: <Edge extends keyof Edges>(edge: Edge) => ReturnType<typeof splice<Edge>>,
): readonly Flow[] {
  const heard = edges.activity.pipe(
    stage('transcribe'),
    beside((said) => said.kind !== 'settled', spliced('transcript')),
  );
  return [
    flow(edges.activity.pipe(stage('endpointing')), (turn) => endpoints.next(turn)),
    flow(edges.activity.pipe(stage('interruption'), spliced('interruption')), (by) => edges.interruption.next(by)),
    flow(
      heard,
      (said) => (said.kind === 'settled' ? settled.next(said) : edges.transcript.next(said)),
      'provider_failed',
      'provider_failed',
    ),
    flow(
      edges.audioIn.pipe(stage('vad'), spliced('activity')),
      (event) => edges.activity.next(event),
      'vad_failed',
      'provider_failed',
    ),
    flow((io.textIn ?? NEVER).pipe(spliced('textIn')), (text) => edges.textIn.next(text)),
    flow(io.connected ?? NEVER, (isPresent) => present.next(isPresent), 'internal', 'disconnected'),
    flow(io.audioIn.pipe(spliced('audioIn')), (frame) => edges.audioIn.next(frame), 'internal', 'disconnected'),
  ];
}
