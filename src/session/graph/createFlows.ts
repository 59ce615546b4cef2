import { filter, map, merge, NEVER, type MonoTypeOperatorFunction, type Observable } from 'rxjs';
import type { SessionIo } from '../../core/ports.ts';
import type { EdgeName, Edges } from '../edges.ts';
import { applyWhere, splice } from '../splices.ts';
import type { StageContext, StageName, StageOperators } from '../stages.ts';
import { createFlow, type Flow } from './createFlow.ts';
import { createPlayoutFlows } from './createPlayoutFlows.ts';
import { sayReplies } from './sayReplies.ts';
import { decisionsOf, type GraphSubjects } from './subjects.ts';
import type { WireOptions } from './wireOptions.ts';

/** Creates the flows of all stages, downstream first: no edge misses a value that its upstream emits on connecting. */
export function createFlows(
  { io, stages, splices = {}, scheduler }: WireOptions,
  subjects: GraphSubjects,
  context: StageContext,
): readonly Flow[] {
  const stage: FlowContext['stage'] = (name) => stages[name](context);
  const spliced: FlowContext['spliced'] = (edge) => splice(edge, splices, context.report);
  const feed: FlowContext['feed'] = (edge, from) => createFlow(from, (value) => subjects.edges[edge].next(value));
  const shared: FlowContext = { io, subjects, stage, spliced, feed };
  return [
    ...createPlayoutFlows(subjects, stage('pace'), io, scheduler),
    ...createSpeechFlows(shared),
    ...createReplyFlows(shared),
    ...createUserFlows(shared),
  ];
}

interface FlowContext {
  readonly io: SessionIo;
  readonly subjects: GraphSubjects;
  readonly stage: <Name extends StageName>(name: Name) => StageOperators[Name];
  readonly spliced: <Edge extends EdgeName>(edge: Edge) => MonoTypeOperatorFunction<Edges[Edge]>;
  readonly feed: <Edge extends EdgeName>(edge: Edge, from: Observable<Edges[Edge]>) => Flow;
}

/** Creates the flows from a reply to the agent's speech and its function calls. */
function createSpeechFlows({ subjects, stage, spliced, feed }: FlowContext): readonly Flow[] {
  const { edges, functionEvents } = subjects;
  const speech = edges.reply.pipe(
    stage('speak'),
    applyWhere((event) => event.kind === 'audio', spliced('speech')),
  );
  const calls = functionEvents.pipe(
    filter((event) => event.kind === 'calls'),
    map((event) => event.calls),
    spliced('functionCalls'),
  );
  const results = functionEvents.pipe(
    filter((event) => event.kind === 'results'),
    map((event) => event.results),
    spliced('functionResults'),
  );
  return [
    feed('speech', speech),
    feed('functionCalls', calls),
    feed('functionResults', results),
    createFlow(edges.reply.pipe(stage('functions')), (event) => functionEvents.next(event)),
  ];
}

/** Creates the flows from a committed turn to its reply. */
function createReplyFlows({ subjects, stage, spliced, feed }: FlowContext): readonly Flow[] {
  const { edges, inbox } = subjects;
  const onLate = (text: string): void => inbox.next({ kind: 'say', text, first: false });
  const replies = merge(
    decisionsOf(subjects, 'respond').pipe(
      map(({ turn }) => turn),
      stage('llmTurn'),
    ),
    decisionsOf(subjects, 'say').pipe(sayReplies(edges.reply, onLate)),
  );
  const turns = decisionsOf(subjects, 'commit').pipe(map(({ turn }) => turn));
  return [
    feed('reply', replies.pipe(applyWhere((event) => event.kind === 'text', spliced('reply')))),
    feed('userTurn', turns.pipe(spliced('userTurn'))),
  ];
}

/** Creates the flows from the microphone and the keyboard to the events of the user. */
function createUserFlows({ io, subjects, stage, spliced, feed }: FlowContext): readonly Flow[] {
  const { edges, settled, endpoints, present } = subjects;
  const transcripts = edges.activity.pipe(
    stage('transcribe'),
    applyWhere((event) => event.kind !== 'settled', spliced('transcript')),
  );
  const activity = edges.audioIn.pipe(stage('vad'), spliced('activity'));
  return [
    createFlow(edges.activity.pipe(stage('endpointing')), () => endpoints.next()),
    feed('interruption', edges.activity.pipe(stage('interruption'), spliced('interruption'))),
    createFlow(
      transcripts,
      (event) => (event.kind === 'settled' ? settled.next(event) : edges.transcript.next(event)),
      'provider_failed',
      'provider_failed',
    ),
    createFlow(activity, (event) => edges.activity.next(event), 'vad_failed', 'provider_failed'),
    feed('textIn', (io.textIn ?? NEVER).pipe(spliced('textIn'))),
    createFlow(io.connected ?? NEVER, (isPresent) => present.next(isPresent), 'internal', 'disconnected'),
    createFlow(io.audioIn.pipe(spliced('audioIn')), (frame) => edges.audioIn.next(frame), 'internal', 'disconnected'),
  ];
}
