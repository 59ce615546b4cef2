import { AntiphonError } from '../../core/errors.ts';
import type { CheckedSourceOptions } from './checkedSource.ts';
import { describeViolation, type Violation } from './violation.ts';

export interface ProviderErrors extends Pick<CheckedSourceOptions<unknown>, 'port' | 'createError'> {
  readonly createViolationError: (found: Violation) => AntiphonError;
}

/** Creates the errors of a provider's port. */
export function createProviderErrors(provider: string, port: string): ProviderErrors {
  return {
    port,
    createError: (message, cause) => new AntiphonError('provider_failed', message, { provider, cause }),
    createViolationError: (found) => {
      const { path, segment } = found;
      const message = `${port} broke its contract: ${describeViolation(found)}`;
      return new AntiphonError('provider_failed', message, { provider, path, segment });
    },
  };
}
