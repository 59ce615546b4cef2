import {
  defer,
  filter,
  map,
  merge,
  NEVER,
  type MonoTypeOperatorFunction,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import type { SessionIo } from '../../core/ports.ts';
import { measure } from '../metrics/measure.ts';
import type { MetricEvent } from '../metrics/metricEvent.ts';
import { timestamped } from '../metrics/timestamped.ts';
import { playout, type PlayoutNotice } from '../playout.ts';
import { applyWhere, splice, type Splices } from '../splices.ts';
import type { EdgeName, Edges } from '../edges.ts';
import type { StageContext, StageFactories, StageName, StageOperators } from '../stages.ts';
import { createFlow, type Flow } from './createFlow.ts';
import { decisionsOf, type GraphSubjects } from './subjects.ts';
import { sayReplies } from './sayReplies.ts';
import { batchingScheduler } from './batchingScheduler.ts';

export interface FlowOptions {
  readonly io: SessionIo;
  readonly stages: StageFactories;
  readonly splices?: Splices | undefined;
  readonly scheduler: SchedulerLike;
  readonly minEndpointingDelayMs?: number | undefined;
}

/** Creates the flow of the metrics. It starts before the floor, so that it gets an event before its consequences. */
export function createMetricsFlow(
  { splices = {}, scheduler, minEndpointingDelayMs = 500 }: FlowOptions,
  subjects: GraphSubjects,
): Flow {
  const { inbox, progress, edges, errors } = subjects;
  const happened = merge<MetricEvent[]>(
    inbox.events,
    progress,
    decisionsOf(subjects, 'commit'),
    decisionsOf(subjects, 'end_reply'),
  );
  const metrics = happened.pipe(
    timestamped({ audio: edges.audioIn, scheduler }),
    measure({ minEndpointingDelayMs }),
    splice('metrics', splices, (error) => errors.next(error)),
  );
  return createFlow(metrics, (metric) => edges.metrics.next(metric));
}

/** Creates the flows of all stages, downstream first: no edge misses a value that its upstream emits on connecting. */
export function createFlows(options: FlowOptions, subjects: GraphSubjects, context: StageContext): readonly Flow[] {
  const kit = createFlowContext(options, subjects, context);
  return [...createPlayoutFlows(kit), ...createAgentFlows(kit), ...createUserFlows(kit)];
}

/** The parts that the flows share. */
interface FlowContext {
  readonly io: SessionIo;
  readonly subjects: GraphSubjects;
  readonly scheduler: SchedulerLike;
  readonly stage: <Name extends StageName>(name: Name) => StageOperators[Name];
  readonly spliced: <Edge extends EdgeName>(edge: Edge) => MonoTypeOperatorFunction<Edges[Edge]>;
  readonly feed: <Edge extends EdgeName>(edge: Edge, from: Observable<Edges[Edge]>) => Flow;
}

function createFlowContext(
  { io, stages, splices = {}, scheduler }: FlowOptions,
  subjects: GraphSubjects,
  context: StageContext,
): FlowContext {
  return {
    io,
    subjects,
    scheduler,
    stage: (name) => stages[name](context),
    spliced: (edge) => splice(edge, splices, context.report),
    feed: (edge, from) => createFlow(from, (value) => subjects.edges[edge].next(value)),
  };
}

/** From the agent's speech to the client, and the client's reports. */
function createPlayoutFlows({ io, subjects, scheduler, stage }: FlowContext): readonly Flow[] {
  const { edges, commands, reports, present, inbox } = subjects;
  const ledger = playout({
    speech: edges.speech,
    reports,
    connected: present,
    scheduler: batchingScheduler(scheduler, inbox),
  });
  return [
    createFlow(commands.pipe(ledger), (event) => {
      if (event.kind === 'silent' || event.kind === 'resumed') handleNotice(subjects, event);
      else edges.playout.next(event);
    }),
    createFlow(
      defer(() => io.playout(commands)),
      (report) => reports.next(report),
      'internal',
      'disconnected',
    ),
    createFlow(edges.speech.pipe(stage('pace')), (command) => commands.next(command)),
  ];
}

function handleNotice({ silent, errors }: GraphSubjects, { kind }: PlayoutNotice): void {
  silent.next(kind === 'silent');
  if (kind === 'resumed') return;
  errors.next(new AntiphonError('client_silent', 'the client has not said for 3 s what it plays', { failure: false }));
}

/** From a committed turn to the agent's speech. */
function createAgentFlows({ subjects, stage, spliced, feed }: FlowContext): readonly Flow[] {
  const { edges, functionEvents, inbox } = subjects;
  const calls = functionEvents.pipe(
    filter((event) => event.kind === 'calls'),
    map((event) => event.calls),
  );
  const results = functionEvents.pipe(
    filter((event) => event.kind === 'results'),
    map((event) => event.results),
  );
  const answers = decisionsOf(subjects, 'respond').pipe(
    map(({ turn }) => turn),
    stage('llmTurn'),
  );
  const sayAnew = (text: string): void => inbox.next({ kind: 'say', text, first: false });
  const said = decisionsOf(subjects, 'say').pipe(sayReplies({ reply: edges.reply, onLate: sayAnew }));
  const replies = merge(answers, said);
  const turns = decisionsOf(subjects, 'commit').pipe(map(({ turn }) => turn));
  return [
    feed(
      'speech',
      edges.reply.pipe(
        stage('speak'),
        applyWhere((event) => event.kind === 'audio', spliced('speech')),
      ),
    ),
    feed('functionCalls', calls.pipe(spliced('functionCalls'))),
    feed('functionResults', results.pipe(spliced('functionResults'))),
    createFlow(edges.reply.pipe(stage('functions')), (event) => functionEvents.next(event)),
    feed('reply', replies.pipe(applyWhere((event) => event.kind === 'text', spliced('reply')))),
    feed('userTurn', turns.pipe(spliced('userTurn'))),
  ];
}

/** From the microphone and the keyboard to the events of the user. */
function createUserFlows({ io, subjects, stage, spliced, feed }: FlowContext): readonly Flow[] {
  const { edges, settled, endpoints, present } = subjects;
  const heard = edges.activity.pipe(
    stage('transcribe'),
    applyWhere((said) => said.kind !== 'settled', spliced('transcript')),
  );
  const voice = edges.audioIn.pipe(stage('vad'), spliced('activity'));
  return [
    createFlow(edges.activity.pipe(stage('endpointing')), () => endpoints.next()),
    feed('interruption', edges.activity.pipe(stage('interruption'), spliced('interruption'))),
    createFlow(
      heard,
      (said) => (said.kind === 'settled' ? settled.next(said) : edges.transcript.next(said)),
      'provider_failed',
      'provider_failed',
    ),
    createFlow(voice, (event) => edges.activity.next(event), 'vad_failed', 'provider_failed'),
    feed('textIn', (io.textIn ?? NEVER).pipe(spliced('textIn'))),
    createFlow(io.connected ?? NEVER, (isPresent) => present.next(isPresent), 'internal', 'disconnected'),
    createFlow(io.audioIn.pipe(spliced('audioIn')), (frame) => edges.audioIn.next(frame), 'internal', 'disconnected'),
  ];
}
