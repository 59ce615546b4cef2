/** Which random cases are played. */
export interface Runs {
  readonly numRuns: number;
  readonly seed?: number;
  readonly path?: string;
}

/**
 * So many random cases as the variable `count` says. What a failure prints as `seed` and `path` plays it again, as FC_SEED
 * and FC_PATH. In CI the cases are always the same, so that a red run speaks of a change; elsewhere they are new each time.
 */
export function runs(count: string, usual: number, env: NodeJS.ProcessEnv = process.env): Runs {
  const { FC_SEED = env['CI'] === undefined ? undefined : '1', FC_PATH } = env;
  return {
    numRuns: Number(env[count] ?? usual),
    ...(FC_SEED === undefined ? {} : { seed: Number(FC_SEED) }),
    ...(FC_PATH === undefined ? {} : { path: FC_PATH }),
  };
}
