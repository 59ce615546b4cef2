type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the paths of fields that were sent and not taken, unless they are null, or what applies already.
 *
 * @param taken what was taken of them
 * @param applies what applies
 */
export function findIgnored(sent: Fields, taken: Fields, applies: Fields = {}, path = ''): readonly string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const [own, current] = [taken[name], applies[name]];
    if (value === null || value === current) return [];
    if (isFields(value) && (isFields(own) || isFields(current)))
      return findIgnored(value, isFields(own) ? own : {}, isFields(current) ? current : {}, `${path}${name}.`);
    return own === undefined ? [`${path}${name}`] : [];
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
