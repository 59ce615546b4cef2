import type { Issue } from '../../src/core/errors.ts';
import type { FilledGoogleTts } from './settings.ts';

/** Lists the settings that the service does not honour as they stand, and what it honours instead. */
export function findUnsupportedGoogleTts({ gender, voice_name }: FilledGoogleTts): readonly Issue[] {
  if (voice_name === '' || gender === '' || gender === 'neutral') return [];
  return [{ path: 'gender', expected: `the gender that ${voice_name} has`, got: JSON.stringify(gender) }];
}
