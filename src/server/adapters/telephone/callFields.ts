/** Creates the `custom_data` of a call: those of `fields` that the request has, under names in snake case. */
export function pickCallFields(
  provider: string,
  fields: Readonly<Record<string, string>>,
  read: (field: string) => unknown,
): Record<string, unknown> {
  const found = Object.entries(fields).map(([name, field]) => [name, read(field)] as const);
  return { provider, ...Object.fromEntries(found.filter(([, value]) => typeof value === 'string')) };
}
