import { addLine, needsCheck, EMPTY_CHECK } from './check.ts';
import type { Head, Line } from './format.ts';
import type { RecordingSink } from './sink.ts';
import { createRedactingSerializer, type Serializer, type WriteLine } from './serializer.ts';
import type { Redact } from './redactedJson.ts';

export interface LineWriterOptions {
  readonly redact: Redact | undefined;
  /** Called once if lines are lost, with the reason. */
  readonly failed: (message: string, cause?: unknown) => void;
}

export interface LineWriter {
  head(head: Head): void;
  line(line: Line): void;
  close(): void;
}

/**
 * Creates a writer of JSON lines. Lines that the sink refuses are counted, and the next line follows one that holds their
 * number. An exception ends the recording, not the session.
 */
export function createLineWriter(sink: RecordingSink, { redact, failed }: LineWriterOptions): LineWriter {
  let dropped = 0;
  let over = false;
  let check = EMPTY_CHECK;

  /** Writes a line with its check; false: the sink refused it. */
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
      failed('the recording of the session ends here', cause);
    }
  };

  const drop = (): void => {
    dropped++;
    failed('lines are dropped: they are written too slowly');
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
        if (!sink.write(lines.head(head))) throw new Error('the sink refused the head of the recording');
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
