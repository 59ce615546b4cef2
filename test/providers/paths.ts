/** The paths of all values in `message` that are no objects. */
export function listPaths(message: object): readonly (readonly string[])[] {
  return Object.entries(message).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? listPaths(value).map((path) => [name, ...path])
      : [[name]],
  );
}

/** An object with nothing in it but a value at `path`. */
export function createNested(path: readonly string[]): Record<string, unknown> {
  const [name = '', ...rest] = path;
  return { [name]: rest.length === 0 ? 'other' : createNested(rest) };
}
