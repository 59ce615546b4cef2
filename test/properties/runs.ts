/** Which random cases are played. */
export interface Runs {
  readonly numRuns: number;
  readonly seed: number;
  readonly path?: string;
}

/**
 * Returns `few` random cases, the same in each run; FC_TIMES plays so many times more. FC_SEED draws others, and with the
 * FC_PATH that a failure prints it plays that one case again.
 */
export function runs(few: number, { FC_TIMES = '1', FC_SEED = '1', FC_PATH }: NodeJS.ProcessEnv = process.env): Runs {
  return {
    numRuns: Math.ceil(few * Number(FC_TIMES)),
    seed: Number(FC_SEED),
    ...(FC_PATH === undefined ? {} : { path: FC_PATH }),
  };
}
