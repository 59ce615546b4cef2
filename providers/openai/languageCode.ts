/** ISO-639-1 code of a language tag: `en` of `en-US`. `''` stays what it is. */
export function primaryLanguage(tag: string): string {
  return tag.split(/[-_]/u, 1)[0]?.trim().toLowerCase() ?? '';
}
