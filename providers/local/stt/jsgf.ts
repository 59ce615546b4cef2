/** Lists the words of a JSGF grammar, each once, in order. */
export function listWords(grammar: string): readonly string[] {
  const rules = grammar.replaceAll(COMMENT, ' ').replaceAll(NON_WORD, ' ');
  return [...new Set(rules.split(/\s+/u).filter(Boolean))];
}

/**
 * Adds silence to a grammar as one more sentence: without it, the engine finds a sentence in every noise. All public rules
 * become sentences; the engine alone would use only one of them.
 */
export function addSilence(grammar: string): string {
  const rules = [...grammar.replaceAll(COMMENT, ' ').matchAll(PUBLIC_RULE)].map(([, name]) => name);
  if (rules.length === 0) return grammar;
  return `${grammar.replaceAll(PUBLIC_RULE, '$1')}\npublic <sentence-or-nothing> = [ ${rules.join(' | ')} ];\n`;
}

const COMMENT = /\/\*[^]*?\*\/|\/\/.*/gu;

/** Header · declarations · rule names with their modifiers · tags · weights · operators. */
const NON_WORD =
  /#JSGF[^;]*;|(?<=;\s*)(?:grammar|import)\s[^;]*;|(?:\bpublic\s+)?<[^>]*>|\{[^}]*\}|\/[^/\n]*\/|[=|;()[\]*+]/gu;

const PUBLIC_RULE = /\bpublic\s+(<[^>]*>)/gu;
