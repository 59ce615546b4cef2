import type { WrittenError } from '../../../record/format.ts';

/** Returns whether a recorded error is a failure and not a diagnostic. A function that fails counts. */
export function isFailure({ code, details }: WrittenError): boolean {
  const { failure } = Object(details) as { readonly failure?: unknown };
  return failure !== false || code === 'function_failed';
}
