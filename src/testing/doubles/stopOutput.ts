import { NEVER, throwError, type Observable } from 'rxjs';

/** The place at which the output of a double stops, and what follows there: an error, or nothing. */
export interface OutputStop {
  readonly limit: number;
  readonly stallOrFail: Observable<never>;
}

export function stopOutput(double: string, stallAfter: number = Infinity, failAfter: number = Infinity): OutputStop {
  const limit = Math.min(stallAfter, failAfter);
  const failure = (): Error => new Error(`the ${double} double fails, as configured`);
  return { limit, stallOrFail: stallAfter === limit ? NEVER : throwError(failure) };
}
