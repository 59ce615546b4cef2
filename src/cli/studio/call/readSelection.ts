import { readFile } from 'node:fs/promises';
import type { Head, Line, Recording } from '../../../record/format.ts';
import { parseHead, parseLine } from '../../../record/read.ts';

const NEWLINE = '\n';

/**
 * Reads a recording without some of its lines, which it skips unread: `selectSkipped` returns a sticky expression that
 * matches their beginnings. Keeps the last line and each line before a gap, because their times matter. Omits an
 * incomplete last line.
 *
 * @throws (rejects with) AntiphonError `recording_invalid` for another line that is not one of a recording
 */
export async function readSelection(path: string, selectSkipped: (head: Head) => RegExp): Promise<Recording> {
  const text = (await readFile(path)).toString('utf8');
  const headEnd = text.indexOf(NEWLINE);
  const head = parseHead(text.slice(0, Math.max(0, headEnd)), `${path}:1`);
  const skippedLine = selectSkipped(head);
  const lines: Line[] = [];
  let skipped: readonly [from: number, to: number] | null = null;
  const add = (from: number, to: number, count: number): void =>
    void lines.push(parseLine(text.slice(from, to), `${path}:${count}`));
  let count = 1;
  let from = headEnd + 1;
  for (let to = text.indexOf(NEWLINE, from); to !== -1; to = text.indexOf(NEWLINE, from)) {
    count += 1;
    skippedLine.lastIndex = from;
    if (skippedLine.test(text)) skipped = [from, to];
    else {
      if (skipped !== null && isGap(text, from, to)) add(...skipped, count - 1);
      add(from, to, count);
      skipped = null;
    }
    from = to + 1;
  }
  if (skipped !== null) add(...skipped, count);
  return { head, lines };
}

/** Longest line of a gap, in characters. */
const GAP_WITHIN = 160;

function isGap(text: string, from: number, to: number): boolean {
  return text.slice(from, Math.min(to, from + GAP_WITHIN)).includes('"dropped":');
}
