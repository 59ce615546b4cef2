import { catchError, defer, EMPTY, filter, map, merge, NEVER, observeOn, queueScheduler } from 'rxjs';
import type { Observable, SchedulerLike, Subscription } from 'rxjs';
import { asAntiphonError } from '../../core/errors.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { SessionIo } from '../../core/ports.ts';
import type { SessionEndReason } from '../floor/types.ts';
import { measure } from '../metrics.ts';
import { playout } from '../playout.ts';
import { beside, splice } from '../splices.ts';
import type { Splices } from '../splices.ts';
import type { Edges, StageContext, StageFactories, StageOperators } from '../stages.ts';
import { told } from './loops.ts';
import type { Loops } from './loops.ts';
import { sayings } from './sayings.ts';

export interface FlowOptions {
  readonly io: SessionIo;
  readonly stages: StageFactories;
  readonly splices?: Splices | undefined;
  readonly scheduler: SchedulerLike;
}

/** A stage, from what it reads to where it writes, and what its failure means for the session. */
export interface Flow {
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
export function run({ from, code, fatal }: Flow, { inbox, errors }: Loops): Subscription {
  const failed = (error: unknown): Observable<never> => {
    errors.next(asAntiphonError(error, code));
    inbox.next({ kind: 'end', after: 'now', reason: fatal });
    return EMPTY;
  };
  return from.pipe(catchError(failed)).subscribe((deliver) => deliver());
}

/** All stages, downstream first: no edge misses what its upstream emits on connecting. */
export function flows(
  { io, stages, splices = {}, scheduler }: FlowOptions,
  loops: Loops,
  context: StageContext,
): readonly Flow[] {
  const { edges, commands, reports, inbox, functionEvents } = loops;
  const { report } = context;
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
