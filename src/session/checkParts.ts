import { known } from '../core/known.ts';
import type { All } from '../core/known.ts';
import type { Splices } from './splices.ts';
import type { Edges, StageOperators, Stages } from './stages.ts';

interface Parts {
  readonly splice?: Splices | undefined;
  readonly stages?: Stages | undefined;
}

/** @throws AntiphonError `usage_invalid`: there is no such edge, or no such stage */
export function checkParts({ splice = {}, stages = {} }: Parts): void {
  for (const name of Object.keys(splice)) known('edge', EDGES, name, `splice.${name}`);
  for (const name of Object.keys(stages)) known('stage', STAGES, name, `stages.${name}`);
}

const EDGES: All<keyof Edges> = {
  audioIn: true,
  textIn: true,
  activity: true,
  transcript: true,
  interruption: true,
  userTurn: true,
  reply: true,
  functionCalls: true,
  functionResults: true,
  speech: true,
  playout: true,
  metrics: true,
};

const STAGES: All<keyof StageOperators> = {
  vad: true,
  transcribe: true,
  endpointing: true,
  interruption: true,
  llmTurn: true,
  functions: true,
  speak: true,
  pace: true,
};
