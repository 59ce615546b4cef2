/** Returns the primary subtag of a BCP-47 tag in lower case: `de` of `de-AT` and of `de_AT`. */
export function primaryLanguage(tag: string): string {
  return tag.split(/[-_]/u, 1)[0]?.trim().toLowerCase() ?? '';
}
