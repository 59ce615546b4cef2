/** A word, an operator, or a phrase in quotes. */
export interface Token {
  readonly kind: 'word' | 'operator' | 'phrase';
  /** The text as typed, without the quotes of a phrase. */
  readonly text: string;
}

const TOKEN = /"([^"]*)"?|(>=|<=|[<>=≥≤])|(,(?!\S)|(?:(?!,(?!\S))[^\s"<>=≥≤])+)/gu;

/** Splits a query into tokens. A phrase without its closing quote goes to the end. A comma behind a word is its own token. */
export function tokenise(query: string): readonly Token[] {
  return [...query.matchAll(TOKEN)].map(([, phrase, operator, word]) => {
    if (phrase !== undefined) return { kind: 'phrase', text: phrase };
    return operator === undefined ? { kind: 'word', text: word ?? '' } : { kind: 'operator', text: operator };
  });
}
