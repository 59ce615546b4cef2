/** Returns the first language of the recorded settings of a recogniser; undefined if they name none. */
export function languageOf(config: object | undefined): string | undefined {
  const { members, ...own } = (config ?? {}) as { readonly members?: readonly object[] };
  const [member = own] = members ?? [];
  const { language, languages } = member as { readonly language?: unknown; readonly languages?: unknown };
  const first: unknown = Array.isArray(languages) ? languages[0] : language;
  return typeof first === 'string' && first !== '' ? first : undefined;
}
