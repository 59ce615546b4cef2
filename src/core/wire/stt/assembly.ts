/** What has come of an utterance's text. */
export interface Assembly {
  readonly pieces: readonly string[];
  /** What the recogniser makes of what follows the pieces; `''`: nothing yet. */
  readonly interim: string;
}

export const nothingCame: Assembly = { pieces: [], interim: '' };

/** The interim before it is used up. */
export function withPiece({ pieces }: Assembly, text: string): Assembly {
  return { pieces: [...pieces, text], interim: '' };
}

/** An empty interim replaces nothing. */
export function withInterim({ pieces, interim }: Assembly, text: string): Assembly {
  return { pieces, interim: text.trim() === '' ? interim : text };
}

/** What will not change. */
export function fixedText({ pieces }: Assembly): string {
  return joined(pieces);
}

export function textSoFar({ pieces, interim }: Assembly): string {
  return joined([...pieces, interim]);
}

function joined(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}
