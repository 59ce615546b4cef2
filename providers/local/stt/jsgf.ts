/** The words of a grammar in JSGF, each once, in order. */
export function listWords(grammar: string): readonly string[] {
  const rules = grammar.replaceAll(COMMENT, ' ').replaceAll(NON_WORD, ' ');
  return [...new Set(rules.split(/\s+/u).filter(Boolean))];
}

/**
 * The same grammar with silence as one more sentence. Without it the engine has to find a sentence in every noise; with it,
 * nothing is what fits noise best. All public rules are sentences; the engine by itself would take only one of them.
 */
export function addSilence(grammar: string): string {
  const rules = [...grammar.replaceAll(COMMENT, ' ').matchAll(PUBLIC_RULE)].map(([, name]) => name);
  if (rules.length === 0) return grammar;
  return `${grammar.replaceAll(PUBLIC_RULE, '$1')}\npublic <sentence-or-nothing> = [ ${rules.join(' | ')} ];\n`;
}

const COMMENT = /\/\*[^]*?\*\/|\/\/.*/gu;

/** Header · declarations · rules, with what stands before their names · tags · weights · signs. */
const NON_WORD =
  /#JSGF[^;]*;|(?<=;\s*)(?:grammar|import)\s[^;]*;|(?:\bpublic\s+)?<[^>]*>|\{[^}]*\}|\/[^/\n]*\/|[=|;()[\]*+]/gu;

const PUBLIC_RULE = /\bpublic\s+(<[^>]*>)/gu;
