import { readFile } from 'node:fs/promises';
import { AntiphonError } from '../core/errors.ts';
import { describeExpected } from '../core/issues.ts';
import { addToSum, findCheckFault, formatSum } from './check.ts';
import { READ_FORMATS, type Head, type Line, type Recording } from './format.ts';
import { describeHeadFault, findLineFault, type Fault } from './lineFault.ts';
import { headSchema } from './schema.ts';
import { VERSION } from './version.ts';

/**
 * Reads a recording from a file. Omits an incomplete last line, which is left when the process ends in the middle of
 * writing.
 *
 * @example
 * ```ts
 * import { readRecording } from 'antiphon/record';
 * import { replay } from 'antiphon/replay';
 *
 * const recording = await readRecording('recordings/ses_1.jsonl');
 * console.log((await replay(recording)).difference); // null: the code still behaves as it did
 * ```
 *
 * @throws (rejects with) AntiphonError `recording_invalid`, with the line, what was expected and what was found, or
 * `usage_invalid` if the file does not exist.
 */
export async function readRecording(path: string): Promise<Recording> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const found = (cause as NodeJS.ErrnoException).code === 'EISDIR' ? 'found a folder at' : 'found no file';
    throw new AntiphonError('usage_invalid', `expected a recording, ${found} "${path}"`, { cause });
  });
  return parseRecording(text, path);
}

/**
 * Parses a recording. Errors refer to it as `name`.
 *
 * @example
 * ```ts
 * import { parseRecording } from 'antiphon/record';
 *
 * const response = await fetch('https://calls.example/ses_1.jsonl');
 * const { head, lines } = parseRecording(await response.text(), 'ses_1');
 * console.log(head.session, lines.length);
 * ```
 *
 * @throws AntiphonError `recording_invalid` as `readRecording` does
 */
export function parseRecording(text: string, name = 'recording'): Recording {
  const headEnd = text.indexOf('\n');
  const head = parseHead(text.slice(0, Math.max(0, headEnd)), `${name}:1`);
  const findFault = createLineChecker();
  const lines: Line[] = [];
  let from = headEnd + 1;
  for (let to = text.indexOf('\n', from); to !== -1; to = text.indexOf('\n', from)) {
    const place = `${name}:${lines.length + 2}`;
    const line = parseLine(text.slice(from, to), place);
    const fault = findFault(line);
    if (fault !== null) throw invalid(place, fault.expected, fault.got);
    lines.push(line);
    from = to + 1;
  }
  return { head, lines };
}

/** Parses the first line of a recording. @throws AntiphonError `recording_invalid` */
export function parseHead(text: string, place: string): Head {
  if (text === '') throw invalid(place, 'a head', 'nothing');
  return readHead(parseJson(text, place), place);
}

/** Parses a line after the head. @throws AntiphonError `recording_invalid` */
export function parseLine(text: string, place: string): Line {
  const value = parseJson(text, place);
  const fault = findLineFault(value);
  if (fault !== null) throw invalid(place, fault.expected, fault.got);
  return value as Line;
}

function readHead(value: unknown, place: string): Head {
  const { format, antiphon, t } = Object(value) as Readonly<Record<string, unknown>>;
  if (t !== undefined) throw invalid(place, 'the head of a recording', 'a later line: the beginning is missing');
  if (format !== undefined && !READ_FORMATS.some((known) => known === format)) {
    const by = typeof antiphon === 'string' ? `, written by antiphon ${antiphon}` : '';
    throw invalid(
      place,
      `format ${READ_FORMATS.join(' or ')}, which antiphon ${VERSION} reads`,
      `format ${JSON.stringify(format)}${by}`,
    );
  }
  const head = headSchema.safeParse(value, { error: describeExpected });
  if (head.success) return head.data;
  const { expected, got } = describeHeadFault(head.error, value);
  throw invalid(place, expected, got);
}

/** Creates a check of the order and completeness of lines. Call it with each line in turn. */
function createLineChecker(): (line: Line) => Fault | null {
  let latest = 0;
  let lines = 0;
  let sum = 0;
  return (line) => {
    if (line.t < latest)
      return { expected: `a time of ${latest} ms or later, as in the line before`, got: outOfOrder(line) };
    latest = line.t;
    lines += 1;
    sum = addToSum(sum, line);
    return line.check === undefined ? null : findCheckFault(line.check, { lines, sum: formatSum(sum) });
  };
}

function outOfOrder({ t }: Line): string {
  return `${t} ms: the lines are out of order`;
}

function parseJson(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw invalid(place, 'a line of JSON', line.slice(0, 40));
  }
}

function invalid(place: string, expected: string, got: string): AntiphonError {
  const message = `${place}: expected ${expected}, got ${got}`;
  return new AntiphonError('recording_invalid', message, { path: place });
}
