import type { ObservableNotification } from 'rxjs';
import { endsSentence, mayEnd } from './boundaries.ts';
import type { TextCutter } from './textCutter.ts';

export const STALL: { readonly kind: 'stall' } = { kind: 'stall' };

/** An event of the text: a delta, its end, an error, or a stall. */
export type TextEvent = ObservableNotification<string> | typeof STALL;

export interface SentencesState {
  /** Text that is not emitted: at most `maxChars`. */
  readonly pending: string;
  /** True if `pending` has a character that can end a sentence. */
  readonly mayEnd: boolean;
  /** True if a piece was emitted. */
  readonly begun: boolean;
  readonly output: readonly ObservableNotification<string>[];
}

export const initialSentences: SentencesState = { pending: '', mayEnd: false, begun: false, output: [] };

/** Adds an event of the text. */
export function advance(cutter: TextCutter, state: SentencesState, event: TextEvent): SentencesState {
  const { pending, begun } = state;
  if (event.kind === 'N') return append(cutter, state, event.value);
  if (event.kind === 'stall') return progress(begun, splitAt(pending, cutter.findLastWholeWord(pending)));
  const { pieces, rest } = split(cutter, pending, { begun, ended: true });
  const last = event.kind === 'C' || endsSentence(rest) ? [rest] : [];
  return { pending: '', mayEnd: false, begun: true, output: [...values([...pieces, ...last]), event] };
}

/** Adds a delta. Most deltas end nothing: the text before them is then not read again. */
function append(cutter: TextCutter, { pending, begun, ...state }: SentencesState, delta: string): SentencesState {
  const text = pending + delta;
  // A character may come in two halves.
  const textMayEnd = state.mayEnd || mayEnd(pending.slice(-1) + delta);
  if (begun && !cutter.mayHavePieceEnd({ length: text.length, mayEnd: textMayEnd }))
    return { pending: text, mayEnd: false, begun, output: [] };
  return progress(begun, split(cutter, text, { begun, ended: false }));
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
  return { pending: rest, mayEnd: mayEnd(rest), begun: begun || output.length > 0, output };
}

function values(pieces: readonly string[]): ObservableNotification<string>[] {
  return pieces.filter((piece) => piece !== '').map((value) => ({ kind: 'N', value }));
}
