import type { Issue } from '../../src/core/errors.ts';
import type { FilledGoogleTts } from './settings.ts';
import { FASTEST, takesPitch } from './synthesis.ts';

/** The settings that the service no longer honours as they stand, and what it honours. */
export function googleTtsRemarks(settings: FilledGoogleTts): readonly Issue[] {
  const { speaking_rate, gender, pitch, voice_name } = settings;
  const remarks: Issue[] = [];
  if (speaking_rate > FASTEST) remarks.push({ path: 'speaking_rate', expected: 'at most 2', got: `${speaking_rate}` });
  if (gender === 'neutral') remarks.push({ path: 'gender', expected: '"male", "female" or ""', got: '"neutral"' });
  if (pitch !== 0 && !takesPitch(settings))
    remarks.push({ path: 'pitch', expected: `0 with ${voice_name}`, got: `${pitch}` });
  return remarks;
}
