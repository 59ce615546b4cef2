type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the paths of fields that were sent but not applied, except for null values and values that already apply.
 *
 * @param taken the values that were applied
 * @param applies the values that apply already
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
