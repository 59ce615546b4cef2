/** A name, and a function that returns the problems, one line per problem. */
export type Check = readonly [name: string, check: () => readonly string[] | Promise<readonly string[]>];

export function release(
  checks: readonly Check[],
  publish: () => void,
  print?: (line: string) => void,
): Promise<boolean>;
