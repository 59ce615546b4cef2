import { readFile } from 'node:fs/promises';
import type { Line, Recording } from '../../../record/format.ts';
import { parseHead, parseLine } from '../../../record/read.ts';
import { isFrame, NAME_WITHIN } from '../index/selectLine.ts';

const NEWLINE = 10;

/**
 * Reads a recording without the lines of its frames: audio, windows, timers and positions. Those are skipped unread, except
 * the last line and a line before a gap, whose times count. Omits an incomplete last line.
 *
 * @throws (rejects with) AntiphonError `recording_invalid` for another line that is not one of a recording
 */
export async function readOutline(path: string): Promise<Recording> {
  const bytes = await readFile(path);
  const headEnd = bytes.indexOf(NEWLINE);
  const head = parseHead(bytes.toString('utf8', 0, Math.max(0, headEnd)), `${path}:1`);
  const lines: Line[] = [];
  let count = 1;
  let skipped: readonly [from: number, to: number] | null = null;
  const add = (from: number, to: number, n: number): void =>
    void lines.push(parseLine(bytes.toString('utf8', from, to), `${path}:${n}`));
  for (
    let from = headEnd + 1, to = bytes.indexOf(NEWLINE, from);
    to !== -1;
    from = to + 1, to = bytes.indexOf(NEWLINE, from)
  ) {
    count += 1;
    const start = bytes.toString('latin1', from, Math.min(to, from + NAME_WITHIN));
    if (isFrame(start)) {
      skipped = [from, to];
      continue;
    }
    if (skipped !== null && start.includes('"dropped":')) add(...skipped, count - 1);
    add(from, to, count);
    skipped = null;
  }
  if (skipped !== null) add(...skipped, count);
  return { head, lines };
}
