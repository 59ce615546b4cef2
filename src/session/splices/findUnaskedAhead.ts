import { AntiphonError } from '../../core/errors.ts';
import type { SessionSettings } from '../config/config.ts';
import type { Splices } from './splice.ts';

/** Warns if answers should be requested ahead although a splice must pass each turn first. */
export function findUnaskedAhead(
  { preemptiveGeneration }: SessionSettings,
  { userTurn }: Splices = {},
): readonly AntiphonError[] {
  if (!preemptiveGeneration || userTurn === undefined) return [];
  const message =
    'preemptive_generation has no effect: the splice at "userTurn" must pass each turn before the model gets it';
  return [new AntiphonError('setting_unsupported', message, { failure: false, path: 'preemptive_generation' })];
}
