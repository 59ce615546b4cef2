import type { Edges, StageOperators } from '../../session/stages.ts';
import { known } from './names.ts';
import type { All } from './names.ts';
import type { ScoreOptions } from './options.ts';

/** @throws AntiphonError `usage_invalid`: an option, a spliced edge or a stage is none */
export function checkOptions(options: ScoreOptions): void {
  for (const name of Object.keys(options)) known('option', Object.keys(OPTIONS), name);
  for (const name of Object.keys(options.splice ?? {})) known('edge', Object.keys(EDGES), name);
  for (const name of Object.keys(options.stages ?? {})) known('stage', Object.keys(STAGES), name);
}

const OPTIONS: All<keyof ScoreOptions> = {
  clock: true,
  config: true,
  custom_data: true,
  doubles: true,
  draw: true,
  lasting: true,
  llm: true,
  ports: true,
  splice: true,
  stages: true,
};

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
