import type { ObservableNotification } from 'rxjs';
import { endsSentence } from './boundaries.ts';
import type { TextCutter } from './textCutter.ts';

export const STALL: { readonly kind: 'stall' } = { kind: 'stall' };

/** An event of the text: a delta, its end, an error, or a stall. */
export type TextEvent = ObservableNotification<string> | typeof STALL;

export interface SentencesState {
  /** Text that is not emitted: at most `maxChars`. */
  readonly pending: string;
  /** True if a piece was emitted. */
  readonly begun: boolean;
  readonly output: readonly ObservableNotification<string>[];
}

export const initialSentences: SentencesState = { pending: '', begun: false, output: [] };

/** Adds an event of the text. */
export function advance(cutter: TextCutter, { pending, begun }: SentencesState, event: TextEvent): SentencesState {
  if (event.kind === 'N') return progress(begun, split(cutter, pending + event.value, { begun, ended: false }));
  if (event.kind === 'stall') return progress(begun, splitAt(pending, cutter.findLastWholeWord(pending)));
  const { pieces, rest } = split(cutter, pending, { begun, ended: true });
  const last = event.kind === 'C' || endsSentence(rest) ? [rest] : [];
  return { pending: '', begun: true, output: [...values([...pieces, ...last]), event] };
}

interface Split {
  readonly pieces: readonly string[];
  readonly rest: string;
}

function split(cutter: TextCutter, text: string, { begun, ended }: { begun: boolean; ended: boolean }): Split {
  const pieces: string[] = [];
  let rest = text;
  for (;;) {
    const at = cutter.findPieceEnd(rest, { first: !begun && pieces.length === 0, ended });
    if (at === undefined) return { pieces, rest };
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
}

function splitAt(text: string, at = 0): Split {
  return { pieces: [text.slice(0, at)], rest: text.slice(at) };
}

function progress(begun: boolean, { pieces, rest }: Split): SentencesState {
  const output = values(pieces);
  return { pending: rest, begun: begun || output.length > 0, output };
}

function values(pieces: readonly string[]): ObservableNotification<string>[] {
  return pieces.filter((piece) => piece !== '').map((value) => ({ kind: 'N', value }));
}
