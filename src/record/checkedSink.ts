import { addLine, EMPTY_CHECK, needsCheck } from './check.ts';
import type { Line } from './format.ts';
import type { WriteLine } from './serializer.ts';
import type { RecordingSink } from './sink.ts';

/** A sink that adds checks to lines and counts the lines that are refused. */
export interface CheckedSink {
  /** Writes a line. If lines were refused before it, writes their number first. */
  readonly write: WriteLine;
  /** Writes the number of lines refused since the last write. */
  writeGap(): void;
}

/** Creates a checked sink. Calls `failed` when lines are dropped. */
export function createCheckedSink(sink: RecordingSink, failed: (message: string) => void): CheckedSink {
  let dropped = 0;
  let check = EMPTY_CHECK;
  let lastMs = 0;
  const tryWrite = (line: Line, text: string): boolean => {
    const next = addLine(check, line);
    const written = sink.write(needsCheck(next, line) ? `${text.slice(0, -1)},"check":${JSON.stringify(next)}}` : text);
    if (written) check = next;
    return written;
  };
  const writeGap = (): void => {
    const line: Line = { t: lastMs, dropped };
    if (dropped > 0 && tryWrite(line, JSON.stringify(line))) dropped = 0;
  };
  return {
    writeGap,
    write: (line, text) => {
      lastMs = line.t;
      writeGap();
      if (dropped === 0 && tryWrite(line, text)) return;
      dropped++;
      failed('the sink is too slow: lines are being dropped');
    },
  };
}
