import { defer, filter, map, merge, NEVER } from 'rxjs';
import type { MonoTypeOperatorFunction, Observable, SchedulerLike } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import type { SessionIo } from '../../core/ports.ts';
import { measure } from '../metrics.ts';
import type { Measured } from '../metrics/measured.ts';
import { stamped } from '../metrics/stamped.ts';
import { playout } from '../playout.ts';
import type { PlayoutNotice } from '../playout.ts';
import { beside, splice } from '../splices.ts';
import type { Splices } from '../splices.ts';
import type { Edges, StageContext, StageFactories, StageOperators } from '../stages.ts';
import { flow } from './flow.ts';
import type { Flow } from './flow.ts';
import { told } from './loops.ts';
import type { Loops } from './loops.ts';
import { sayings } from './sayings.ts';
import { wholeScheduler } from './wholeScheduler.ts';

export interface FlowOptions {
  readonly io: SessionIo;
  readonly stages: StageFactories;
  readonly splices?: Splices | undefined;
  readonly scheduler: SchedulerLike;
  readonly minEndpointingDelayMs?: number | undefined;
}

/** What only looks on. It runs before the floor, and so sees what happens before what follows from it. */
export function metricsFlow({ splices = {}, scheduler, minEndpointingDelayMs = 500 }: FlowOptions, loops: Loops): Flow {
  const { inbox, progress, edges, errors } = loops;
  const happened = merge<Measured[]>(inbox.events, progress, told(loops, 'commit'), told(loops, 'end_reply'));
  const metrics = happened.pipe(
    stamped({ audio: edges.audioIn, scheduler }),
    measure({ minEndpointingDelayMs }),
    splice('metrics', splices, (error) => errors.next(error)),
  );
  return flow(metrics, (metric) => edges.metrics.next(metric));
}

/** All stages, downstream first: no edge misses what its upstream emits on connecting. */
export function flows(options: FlowOptions, loops: Loops, context: StageContext): readonly Flow[] {
  const kit = kitOf(options, loops, context);
  return [...playoutFlows(kit), ...agentFlows(kit), ...userFlows(kit)];
}

/** What the flows are made with. */
interface Kit {
  readonly io: SessionIo;
  readonly loops: Loops;
  readonly scheduler: SchedulerLike;
  readonly stage: <Name extends keyof StageOperators>(name: Name) => StageOperators[Name];
  readonly spliced: <Edge extends keyof Edges>(edge: Edge) => MonoTypeOperatorFunction<Edges[Edge]>;
  readonly feed: <Edge extends keyof Edges>(edge: Edge, from: Observable<Edges[Edge]>) => Flow;
}

function kitOf({ io, stages, splices = {}, scheduler }: FlowOptions, loops: Loops, context: StageContext): Kit {
  return {
    io,
    loops,
    scheduler,
    stage: (name) => stages[name](context),
    spliced: (edge) => splice(edge, splices, context.report),
    feed: (edge, from) => flow(from, (value) => loops.edges[edge].next(value)),
  };
}

/** From the agent's speech to the client's ear, and what the client says of it. */
function playoutFlows({ io, loops, scheduler, stage }: Kit): readonly Flow[] {
  const { edges, commands, reports, present, inbox } = loops;
  const ledger = playout({
    speech: edges.speech,
    reports,
    connected: present,
    scheduler: wholeScheduler(scheduler, inbox),
  });
  return [
    flow(commands.pipe(ledger), (event) => {
      if (event.kind === 'silent' || event.kind === 'resumed') notice(loops, event);
      else edges.playout.next(event);
    }),
    flow(
      defer(() => io.playout(commands)),
      (report) => reports.next(report),
      'internal',
      'disconnected',
    ),
    flow(edges.speech.pipe(stage('pace')), (command) => commands.next(command)),
  ];
}

function notice({ silent, errors }: Loops, { kind }: PlayoutNotice): void {
  silent.next(kind === 'silent');
  if (kind === 'resumed') return;
  errors.next(new AntiphonError('client_silent', 'the client has not said for 3 s what it plays', { failure: false }));
}

/** From a committed turn to the agent's speech. */
function agentFlows({ loops, stage, spliced, feed }: Kit): readonly Flow[] {
  const { edges, functionEvents, inbox } = loops;
  const calls = functionEvents.pipe(
    filter((event) => event.kind === 'calls'),
    map((event) => event.calls),
  );
  const results = functionEvents.pipe(
    filter((event) => event.kind === 'results'),
    map((event) => event.results),
  );
  const answers = told(loops, 'respond').pipe(
    map(({ turn }) => turn),
    stage('llmTurn'),
  );
  const sayAnew = (text: string): void => inbox.next({ kind: 'say', text, first: false });
  const said = told(loops, 'say').pipe(sayings({ reply: edges.reply, tooLate: sayAnew }));
  const replies = merge(answers, said);
  const turns = told(loops, 'commit').pipe(map(({ turn }) => turn));
  return [
    feed(
      'speech',
      edges.reply.pipe(
        stage('speak'),
        beside((event) => event.kind === 'audio', spliced('speech')),
      ),
    ),
    feed('functionCalls', calls.pipe(spliced('functionCalls'))),
    feed('functionResults', results.pipe(spliced('functionResults'))),
    flow(edges.reply.pipe(stage('functions')), (event) => functionEvents.next(event)),
    feed('reply', replies.pipe(beside((event) => event.kind === 'text', spliced('reply')))),
    feed('userTurn', turns.pipe(spliced('userTurn'))),
  ];
}

/** From the microphone and the keyboard to what the floor hears of the user. */
function userFlows({ io, loops, stage, spliced, feed }: Kit): readonly Flow[] {
  const { edges, settled, endpoints, present } = loops;
  const heard = edges.activity.pipe(
    stage('transcribe'),
    beside((said) => said.kind !== 'settled', spliced('transcript')),
  );
  const voice = edges.audioIn.pipe(stage('vad'), spliced('activity'));
  return [
    flow(edges.activity.pipe(stage('endpointing')), (turn) => endpoints.next(turn)),
    feed('interruption', edges.activity.pipe(stage('interruption'), spliced('interruption'))),
    flow(
      heard,
      (said) => (said.kind === 'settled' ? settled.next(said) : edges.transcript.next(said)),
      'provider_failed',
      'provider_failed',
    ),
    flow(voice, (event) => edges.activity.next(event), 'vad_failed', 'provider_failed'),
    feed('textIn', (io.textIn ?? NEVER).pipe(spliced('textIn'))),
    flow(io.connected ?? NEVER, (isPresent) => present.next(isPresent), 'internal', 'disconnected'),
    flow(io.audioIn.pipe(spliced('audioIn')), (frame) => edges.audioIn.next(frame), 'internal', 'disconnected'),
  ];
}
