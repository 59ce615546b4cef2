import { AntiphonError } from '../../core/errors.ts';
import { assertKnownName } from '../../core/names.ts';
import type { NameSet } from '../../core/names.ts';
import { checkParts } from '../../session/checkParts.ts';
import type { ScoreOptions } from './options.ts';

/** @throws AntiphonError `usage_invalid`: an option, a spliced edge or a stage is none */
export function checkOptions(options: ScoreOptions): void {
  for (const name of Object.keys(options)) assertKnownName('option', Object.keys(OPTIONS), name);
  const { realTime = 'free' }: { readonly realTime?: string | undefined } = options;
  if (realTime !== 'free' && realTime !== 'charged')
    throw new AntiphonError('usage_invalid', `realTime: expected "free" or "charged", got "${realTime}"`);
  checkParts(options);
}

const OPTIONS: NameSet<keyof ScoreOptions> = {
  clock: true,
  config: true,
  custom_data: true,
  doubles: true,
  draw: true,
  lasting: true,
  llm: true,
  ports: true,
  realTime: true,
  record: true,
  splice: true,
  stages: true,
};
