import { addLine, needsCheck, EMPTY_CHECK } from './check.ts';
import type { Head, Line } from './format.ts';
import type { RecordingSink } from './sink.ts';
import { createRedactingSerializer } from './serializer.ts';
import type { Serializer, WriteLine } from './serializer.ts';
import type { Redact } from './redactedJson.ts';

export interface LineWriterOptions {
  readonly redact: Redact | undefined;
  /** Told once, when not all can be written: why. */
  readonly failed: (message: string, cause?: unknown) => void;
}

export interface LineWriter {
  head(head: Head): void;
  line(line: Line): void;
  close(): void;
}

/**
 * Writes lines as JSON. Those that the sink does not take are counted, and the next one comes after a line that says how many
 * are missing. What throws ends the recording, and nothing else.
 */
export function createLineWriter(sink: RecordingSink, { redact, failed }: LineWriterOptions): LineWriter {
  let dropped = 0;
  let over = false;
  let check = EMPTY_CHECK;

  /** Whether the sink took the line. */
  const take = (line: Line, text: string): boolean => {
    const next = addLine(check, line);
    const taken = sink.write(needsCheck(next, line) ? `${text.slice(0, -1)},"check":${JSON.stringify(next)}}` : text);
    if (taken) check = next;
    return taken;
  };

  const guarded = (work: () => void): void => {
    if (over) return;
    try {
      work();
    } catch (cause) {
      over = true;
      failed('what is recorded of the session ends here', cause);
    }
  };

  const drop = (): void => {
    dropped++;
    failed('what is written too slowly is dropped');
  };

  const gap = (t: number): void => {
    const line: Line = { t, dropped };
    if (dropped > 0 && take(line, JSON.stringify(line))) dropped = 0;
  };

  const write: WriteLine = (line, text) => {
    lastMs = line.t;
    gap(line.t);
    if (dropped > 0 || !take(line, text)) drop();
  };

  let lastMs = 0;
  const lines = redact === undefined ? createPlainSerializer(write) : createRedactingSerializer(redact, write);
  return {
    head: (head) =>
      guarded(() => {
        if (!sink.write(lines.head(head))) throw new Error('the head of a recording was not taken');
      }),
    line: (line) => guarded(() => lines.add(line)),
    close: () => {
      guarded(() => lines.flush());
      guarded(() => gap(lastMs));
      over = false;
      guarded(() => sink.close());
    },
  };
}

function createPlainSerializer(write: WriteLine): Serializer {
  return { head: (head) => JSON.stringify(head), add: (line) => write(line, JSON.stringify(line)), flush: () => {} };
}
