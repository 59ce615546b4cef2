import type { Head, Line } from './format.ts';
import { createOpenTexts } from './openTexts.ts';
import { createRedactedJson, type Redact } from './redactedJson.ts';
import { findStreamEnd, findTextPieces, type TextPiece } from './textPieces.ts';

/** Limits on what is held back: session time in ms, and characters of JSON. */
const MAX_HELD_MS = 60_000;
const MAX_HELD_CHARS = 2 * 1024 * 1024;

/** Takes a line and its JSON. */
export type WriteLine = (line: Line, json: string) => void;

/** A head and lines on their way to the sink. */
export interface Serializer {
  /** JSON of the head. */
  head(head: Head): string;
  add(line: Line): void;
  /** Writes all that is held back. */
  flush(): void;
}

interface HeldLine {
  readonly line: Line;
  readonly chars: number;
  readonly pieces: readonly TextPiece[];
}

/**
 * Creates a serializer that rewrites texts and keeps the order of the lines. A line with a piece of a streamed text is held
 * back, with all lines after it, until the text is complete: the text is rewritten as a whole. At the limits, and at `flush`,
 * a text is rewritten as far as it has arrived.
 */
export function createRedactingSerializer(redact: Redact, write: WriteLine): Serializer {
  const json = createRedactedJson(redact);
  const texts = createOpenTexts(redact);
  let held: HeldLine[] = [];
  let chars = 0;

  /** Writes the lines before the first one whose text is not complete. */
  const release = (): void => {
    const next = held.findIndex(({ pieces }) => pieces.some(texts.isOpen));
    const ready = held.splice(0, next === -1 ? held.length : next);
    for (const { line, chars: own } of ready) {
      chars -= own;
      write(line, json.line(line, texts.known));
    }
  };

  const settleFirst = (): void => {
    for (const piece of held[0]?.pieces ?? []) texts.settle(piece);
    release();
  };

  return {
    head: json.head,
    add: (line) => {
      // A copy: the owner may change the value while the line is held back.
      const written = JSON.stringify(line);
      const copy = JSON.parse(written) as Line;
      const pieces = findTextPieces(copy);
      for (const piece of pieces) texts.add(piece);
      held.push({ line: copy, chars: written.length, pieces });
      chars += written.length;
      const end = findStreamEnd(copy);
      if (end !== null) texts.end(end);
      release();
      while (isOverdue(held[0], line.t) || chars > MAX_HELD_CHARS) settleFirst();
    },
    flush: () => {
      while (held.length > 0) settleFirst();
      held = [];
    },
  };
}

function isOverdue(first: HeldLine | undefined, t: number): boolean {
  return first !== undefined && t - first.line.t > MAX_HELD_MS;
}
