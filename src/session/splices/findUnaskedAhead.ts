import { AntiphonError } from '../../core/errors.ts';
import type { SessionSettings } from '../config.ts';
import type { Splices } from './splice.ts';

/** Finds the setting that asks for answers ahead where a splice has yet to pass each turn. */
export function findUnaskedAhead(
  { preemptiveGeneration }: SessionSettings,
  { userTurn }: Splices = {},
): readonly AntiphonError[] {
  if (!preemptiveGeneration || userTurn === undefined) return [];
  const message = 'preemptive_generation: nothing is asked ahead, as the splice at "userTurn" has yet to pass the turn';
  return [new AntiphonError('setting_unsupported', message, { failure: false, path: 'preemptive_generation' })];
}
