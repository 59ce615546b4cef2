import { AntiphonError, type Issue } from '../../../src/core/errors.ts';
import { parseConfig } from '../../../src/session/config/config.ts';

/** What is wrong with a config; nothing if it is lawful. */
export function faultsOf(config: unknown): readonly Issue[] {
  return refusalOf(config)?.details.issues ?? [];
}

/** The error that a config is refused with. */
export function refusalOf(config: unknown): AntiphonError | undefined {
  try {
    parseConfig(config);
    return undefined;
  } catch (error) {
    if (error instanceof AntiphonError && error.code === 'config_invalid') return error;
    throw error;
  }
}
