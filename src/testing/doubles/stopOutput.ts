import { NEVER, throwError, type Observable } from 'rxjs';

/** Where the output of a double stops, and whether an error follows. */
export interface OutputStop {
  readonly limit: number;
  readonly stallOrFail: Observable<never>;
}

export function stopOutput(double: string, stallAfter: number = Infinity, failAfter: number = Infinity): OutputStop {
  const limit = Math.min(stallAfter, failAfter);
  const failure = (): Error => new Error(`the ${double} double fails, as configured`);
  return { limit, stallOrFail: stallAfter === limit ? NEVER : throwError(failure) };
}
