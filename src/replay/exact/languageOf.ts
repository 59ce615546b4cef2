/** Returns the first language in a recogniser's recorded settings, or undefined if they name none. */
export function languageOf(config: object | undefined): string | undefined {
  const { members, ...own } = (config ?? {}) as { readonly members?: readonly object[] };
  const [member = own] = members ?? [];
  const { language, languages } = member as { readonly language?: unknown; readonly languages?: unknown };
  const first: unknown = Array.isArray(languages) ? languages[0] : language;
  return typeof first === 'string' && first !== '' ? first : undefined;
}
