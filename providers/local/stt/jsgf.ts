/** Lists the words of a JSGF grammar, each once, in order. */
export function listWords(grammar: string): readonly string[] {
  const rules = parseStatements(grammar).filter(({ name }) => name !== undefined);
  return [...new Set(rules.flatMap(({ body }) => body.map(({ text }) => text).filter(isWord)))];
}

/**
 * Adds silence to a grammar as another sentence, because the engine would otherwise find a sentence in every noise.
 * Makes all public rules sentences, whereas the engine by itself would use only one of them.
 */
export function addSilence(grammar: string): string {
  const rules = parseStatements(grammar).filter(({ modifier }) => modifier !== undefined);
  if (rules.length === 0) return grammar;
  const marks = rules.flatMap(({ modifier }) => (modifier ? [modifier] : []));
  const kept = marks.map(({ end }, at) => grammar.slice(end, marks[at + 1]?.at).trimStart());
  const before = grammar.slice(0, marks[0]?.at);
  return `${before}${kept.join('')}\npublic <sentence-or-nothing> = [ ${rules.map(({ name }) => name).join(' | ')} ];\n`;
}

/** A statement of a grammar: a rule, or a declaration without a name. */
interface Statement {
  readonly name: string | undefined;
  /** The word `public` before the name. */
  readonly modifier: Token | undefined;
  readonly body: readonly Token[];
}

/** Parses the statements of a grammar in linear time. Skips invalid JSGF. */
export function parseStatements(grammar: string): readonly Statement[] {
  const statements: Token[][] = [[]];
  for (const token of scan(grammar)) {
    if (token.text === ';') statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.map(parseStatement);
}

function parseStatement(tokens: readonly Token[]): Statement {
  const [first] = tokens;
  const modifier = first?.text === 'public' && isName(tokens[1]) ? first : undefined;
  const name = modifier === undefined ? first : tokens[1];
  if (!isName(name)) return { name: undefined, modifier: undefined, body: [] };
  return { name: name.text, modifier, body: tokens.slice(tokens.indexOf(name) + 1) };
}

/** A word, a rule name or an operator, with its position in the grammar. */
export interface Token {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

function isName(token: Token | undefined): token is Token {
  return token !== undefined && token.text.startsWith('<');
}

export function isWord(text: string): boolean {
  return !/^[<=|;()[\]*+/{]/u.test(text);
}

/** Space and comments · tags and weights · names of rules · operators · the header and words. */
const TOKEN =
  /\s+|\/\/.*|\/\*[^]*?(?:\*\/|$)|\{[^}]*\}?|\/[^/\n]*\/|(<[^>]*>?|[=|;()[\]*+/]|#JSGF[^;]*|[^\s=|;()[\]*+/<>{}]+)|[>}]/gu;

function* scan(grammar: string): Generator<Token> {
  for (const { 1: text, index: at } of grammar.matchAll(TOKEN))
    if (text !== undefined) yield { text, at, end: at + text.length };
}
