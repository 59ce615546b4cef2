import type { TranscriptLine } from '../../protocol.ts';

/** Leaves out interims, except the last of words that never became a message. */
export function withoutReplaced(lines: readonly TranscriptLine[]): readonly TranscriptLine[] {
  const groups: TranscriptLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (group?.[0]?.who === line.who) group.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group) => {
    const messages = group.filter(({ kind }) => kind === 'message');
    return messages.length > 0 ? messages : group.slice(-1);
  });
}

/** A part of a line that is shown in one way. */
export interface Piece {
  readonly text: string;
  readonly state: 'heard' | 'unheard' | 'interim';
  /** Time of the word, or null if unknown. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Splits a line into words with known times and the text between them, and at the end of what was heard. */
export function splitLine(line: TranscriptLine): readonly Piece[] {
  const { text, words } = line;
  const pieces: Piece[] = [];
  const add = (fromChar: number, toChar: number, times: Pick<Piece, 'fromMs' | 'toMs'>): void => {
    for (const [from, to] of splitAt(fromChar, toChar, heardUntil(line)))
      pieces.push({ text: text.slice(from, to), state: stateOf(line, from), ...times });
  };
  let at = 0;
  for (const { fromChar, toChar, fromMs, toMs } of words) {
    if (fromChar < at || toChar > text.length) continue;
    add(at, fromChar, UNTIMED);
    add(fromChar, toChar, { fromMs, toMs });
    at = toChar;
  }
  add(at, text.length, UNTIMED);
  return pieces;
}

const UNTIMED = { fromMs: null, toMs: null };

/** Returns the end of what was heard. Spaces at the end of a line need not be heard. */
function heardUntil({ who, heardChars, text }: TranscriptLine): number {
  return who !== 'agent' || text.slice(heardChars).trim() === '' ? text.length : heardChars;
}

function stateOf(line: TranscriptLine, fromChar: number): Piece['state'] {
  if (line.kind === 'interim') return 'interim';
  return fromChar < heardUntil(line) ? 'heard' : 'unheard';
}

function splitAt(from: number, to: number, at: number): readonly (readonly [number, number])[] {
  if (from >= to) return [];
  if (at <= from || at >= to) return [[from, to]];
  return [
    [from, at],
    [at, to],
  ];
}

/** Returns the index of the last item that has begun, or -1. */
export function indexAt(items: readonly { readonly atMs: number }[], atMs: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const centre = (low + high) >> 1;
    if ((items[centre]?.atMs ?? Infinity) <= atMs) low = centre + 1;
    else high = centre;
  }
  return low - 1;
}

/** Describes a line for a screen reader. */
export function describeUnheard(line: TranscriptLine): string | null {
  if (heardUntil(line) >= line.text.length) return null;
  return line.heardChars === 0 ? 'not heard' : 'partly heard';
}
