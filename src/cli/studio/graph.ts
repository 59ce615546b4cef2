import type { Observable } from 'rxjs';
import { EDGES, type EdgeName, type Edges } from '../../session/edges.ts';
import { STAGES, type StageName, type StageOperators } from '../../session/stages.ts';
import type { CallSteps } from '../../studio/protocol.ts';

/** The edges whose values are exactly of a type. */
type EdgesOf<Value> = {
  [Edge in EdgeName]: [Edges[Edge], Value] extends [Value, Edges[Edge]] ? Edge : never;
}[EdgeName];

/** The edges whose values are of one of the types that a stage emits. */
type EdgesWithin<Value> = { [Edge in EdgeName]: Edges[Edge] extends Value ? Edge : never }[EdgeName];

type Input<Stage extends StageName> = Emitted<Parameters<StageOperators[Stage]>[0]>;
type Output<Stage extends StageName> = Emitted<ReturnType<StageOperators[Stage]>>;
type Emitted<Source> = Source extends Observable<infer Value> ? Value : never;

/** The edge that each stage reads. The compiler compares it with the input of the stage. */
const READS: { readonly [Stage in StageName]: EdgesOf<Input<Stage>> } = {
  vad: 'audioIn',
  digits: 'dtmf',
  transcribe: 'activity',
  endpointing: 'activity',
  interruption: 'activity',
  llmTurn: 'userTurn',
  functions: 'reply',
  speak: 'reply',
  pace: 'speech',
};

/**
 * The edges that each stage emits. The compiler compares them with the output of the stage, except where the graph
 * converts it: events of functions, commands to the client.
 */
const EMITS: {
  readonly [Stage in Exclude<StageName, 'endpointing' | 'functions' | 'pace'>]: EdgesWithin<Output<Stage>>;
} & { readonly functions: readonly EdgeName[]; readonly pace: EdgeName } = {
  vad: 'activity',
  digits: 'textIn',
  transcribe: 'transcript',
  interruption: 'interruption',
  llmTurn: 'reply',
  functions: ['functionCalls', 'functionResults'],
  speak: 'speech',
  pace: 'playout',
};

/** The edges that no stage emits, with their sources. */
const SOURCES: Partial<Record<EdgeName, string>> = {
  audioIn: 'user',
  dtmf: 'user',
  userTurn: 'floor',
  metrics: 'floor',
};

/** The edges of which the floor receives nothing. */
const PAST_FLOOR: ReadonlySet<EdgeName> = new Set(['audioIn', 'metrics']);

/** Returns the edges with the stages that emit and read them. */
export function createGraph(): CallSteps['graph'] {
  return EDGES.map((edge) => ({
    edge,
    from: findEmitter(edge) ?? SOURCES[edge] ?? 'user',
    to: [
      ...STAGES.filter((stage) => READS[stage] === edge),
      ...(PAST_FLOOR.has(edge) ? [] : ['floor']),
      ...(edge === 'playout' ? ['transport'] : []),
    ],
  }));
}

function findEmitter(edge: EdgeName): string | undefined {
  return Object.entries(EMITS).find(([, edges]) => [edges].flat().includes(edge))?.[0];
}
