import type { Head, Line } from './format.ts';
import { createOpenTexts } from './openTexts.ts';
import { createAudioRedaction, readPlayoutAudio } from './playoutAudio.ts';
import { type Redact } from './redact.ts';
import { createRedactedJson } from './redactedJson.ts';
import { findStreamEnd, findTextPieces, type TextPiece } from './textPieces.ts';

/** Limits on the lines held back: session time in ms, and characters of JSON. */
const MAX_HELD_MS = 60_000;
const MAX_HELD_CHARS = 2 * 1024 * 1024;

/** Receives a line and its JSON. */
export type WriteLine = (line: Line, json: string) => void;

/** Converts the head and the lines to JSON. */
export interface Serializer {
  head(head: Head): string;
  add(line: Line): void;
  /** Writes all lines held back. */
  flush(): void;
}

interface HeldLine {
  readonly line: Line;
  readonly chars: number;
  readonly pieces: readonly TextPiece[];
}

/**
 * Creates a serializer that rewrites texts and preserves the order of the lines. A line with a piece of a streamed text
 * is held back, with all lines after it, until the text is complete, because the text is rewritten as a whole. At the
 * limits, and on `flush`, a text is rewritten as far as it has arrived.
 */
export function createRedactingSerializer(redact: Redact, write: WriteLine): Serializer {
  const json = createRedactedJson(redact);
  const texts = createOpenTexts(redact);
  const audio = createAudioRedaction();
  const held: HeldLine[] = [];
  let chars = 0;

  /** Writes the lines before the first one whose text is incomplete. */
  const release = (): void => {
    const next = held.findIndex(({ pieces }) => pieces.some(texts.isOpen));
    const ready = held.splice(0, next === -1 ? held.length : next);
    for (const { line, chars: own } of ready) {
      chars -= own;
      write(line, audio.redact(line, json.line(line, texts.known)));
    }
  };

  const settleFirst = (): void => {
    for (const piece of held[0]?.pieces ?? []) texts.settle(piece);
    release();
  };

  return {
    head: json.head,
    add: (line) => {
      const next = createHeldLine(line);
      for (const piece of next.pieces) texts.add(piece);
      held.push(next);
      chars += next.chars;
      const end = findStreamEnd(next.line);
      if (end !== null) texts.end(end);
      release();
      while (isOverdue(held[0], line.t) || chars > MAX_HELD_CHARS) settleFirst();
    },
    flush: () => {
      while (held.length > 0) settleFirst();
    },
  };
}

/** Copies a line, because its owner may change the value while the line is held back. */
function createHeldLine(line: Line): HeldLine {
  const json = JSON.stringify(line);
  const copy = JSON.parse(json) as Line;
  // The agent's audio arrives with the text that holds it back, and its time limits it.
  return { line: copy, chars: readPlayoutAudio(line) === undefined ? json.length : 0, pieces: findTextPieces(copy) };
}

function isOverdue(first: HeldLine | undefined, t: number): boolean {
  return first !== undefined && t - first.line.t > MAX_HELD_MS;
}
