import { writeError } from './error.ts';
import type { Head, Line } from './format.ts';
import type { RecordingSink } from './sink.ts';

/** Rewrites a text before it is written. `key`: the name that the text has in its line. */
export type Redact = (text: string, key: string) => string;

export interface LineWriterOptions {
  readonly redact: Redact | undefined;
  /** Told whenever a line is dropped. */
  readonly dropping: () => void;
}

export interface LineWriter {
  head(head: Head): void;
  line(line: Line): void;
}

/** What people say, write and are told stands under these names. */
const TEXTS: ReadonlySet<string> = new Set([
  'text',
  'delta',
  'content',
  'arguments',
  'heard',
  'message',
  'first_message',
]);

/** Writes lines as JSON, and counts those that are dropped: the next one that is taken comes after a line that says so. */
export function lineWriter(sink: RecordingSink, { redact, dropping }: LineWriterOptions): LineWriter {
  const rewrite = redact && ((key: string, value: unknown) => (isText(key, value) ? redact(value, key) : value));
  const json = (value: unknown): string => JSON.stringify(value, rewrite);
  let dropped = 0;
  const drop = (): void => {
    dropped++;
    dropping();
  };
  return {
    head: (head) => void sink.write(json(head)),
    line: (line) => {
      if (dropped > 0 && sink.write(json({ t: line.t, dropped }))) dropped = 0;
      if (dropped > 0 || !sink.write(jsonOf(line, json))) drop();
    },
  };
}

function isText(key: string, value: unknown): value is string {
  return TEXTS.has(key) && typeof value === 'string';
}

/** What no JSON can hold is as good as an error of its stream. */
function jsonOf(line: Line, json: (value: unknown) => string): string {
  try {
    return json(line);
  } catch (error) {
    return json({ ...line, v: undefined, error: writeError(error) });
  }
}
