import type { Terminal } from './command.ts';
import { LINE_ABOVE } from './progress.ts';

/**
 * Escapes control characters in all output: those in a recording or a message could move the cursor or hide other text.
 */
export function withoutControls(terminal: Terminal): Terminal {
  const err = (text: string): void =>
    text.startsWith(LINE_ABOVE)
      ? terminal.err(LINE_ABOVE + escapeControls(text.slice(LINE_ABOVE.length)))
      : terminal.err(escapeControls(text));
  return { out: (text) => terminal.out(escapeControls(text)), err, columns: terminal.columns, isTty: terminal.isTty };
}

/** All control characters except tabs and line ends, plus those that change the text direction. */
const CONTROL = /(?![\t\n])[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

function escapeControls(text: string): string {
  return text.replaceAll(CONTROL, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
