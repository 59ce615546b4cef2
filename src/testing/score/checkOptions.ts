import { known } from '../../core/known.ts';
import type { All } from '../../core/known.ts';
import { checkParts } from '../../session/checkParts.ts';
import type { ScoreOptions } from './options.ts';

/** @throws AntiphonError `usage_invalid`: an option, a spliced edge or a stage is none */
export function checkOptions(options: ScoreOptions): void {
  for (const name of Object.keys(options)) known('option', OPTIONS, name);
  checkParts(options);
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
  record: true,
  splice: true,
  stages: true,
};
