import { AntiphonError } from '../../../core/errors.ts';
import { isObject } from '../../../core/isObject.ts';
import type { Head, Line } from '../../../record/format.ts';
import { parseHead } from '../../../record/read.ts';
import { traceOf } from '../../../replay/timeline/lines.ts';
import type { StudioFailure } from '../../../studio/protocol.ts';
import { StudioError, toFailure } from '../failures.ts';
import type { CallFile } from '../folder/folder.ts';
import { readLines } from './readLines.ts';
import { isNeeded, readTime } from './selectLine.ts';
import { summarise, type Summary } from './summary.ts';

/** Largest file that is summarised, in bytes. */
const MAX_BYTES = 4e9;
/** Number of lines that a summary reads at most: those of a session of several days. */
const MAX_LINES = 1_000_000;

/** Summarises a file. Never rejects: a file that cannot be read has a summary with its fault. */
export async function summariseFile(file: CallFile): Promise<Summary> {
  try {
    if (file.size > MAX_BYTES)
      throw new StudioError('recording_too_large', `expected at most 4 GB, got ${file.size} bytes`);
    const reader = new SummaryReader(file.id);
    await readLines(file.path, (line) => reader.push(line));
    return reader.finish();
  } catch (error) {
    return createFaulty(error);
  }
}

/** Collects the lines of a file that its summary needs. */
class SummaryReader {
  readonly #id: string;
  readonly #lines: Line[] = [];
  #head: Head | null = null;
  #count = 0;
  #latestMs = 0;

  constructor(id: string) {
    this.#id = id;
  }

  push(line: string): void {
    this.#count += 1;
    const place = `${this.#id}:${this.#count}`;
    if (this.#head === null) {
      this.#head = parseHead(line, place);
      return;
    }
    const skippedMs = isNeeded(line) ? null : readTime(line);
    if (skippedMs === null) this.#keep(parse(line, place), place);
    else this.#advance(skippedMs, place);
  }

  finish(): Summary {
    if (this.#head === null) throw createInvalid(`${this.#id}:1`, 'a head', 'nothing');
    return summarise(this.#head, traceOf(this.#lines), this.#latestMs);
  }

  #keep(value: unknown, place: string): void {
    if (!isObject(value) || typeof value['t'] !== 'number')
      throw createInvalid(place, 'a line of a recording', 'another');
    this.#advance(value['t'], place);
    if (this.#lines.length === MAX_LINES)
      throw new StudioError('recording_too_large', `expected at most ${MAX_LINES} lines of text and events`);
    this.#lines.push(value as unknown as Line);
  }

  #advance(t: number, place: string): void {
    if (!(t >= this.#latestMs)) throw createInvalid(place, `a time of ${this.#latestMs} ms or later`, `${t} ms`);
    this.#latestMs = t;
  }
}

function parse(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw createInvalid(place, 'a line of JSON', line.slice(0, 40));
  }
}

function createInvalid(place: string, expected: string, got: string): AntiphonError {
  return new AntiphonError('recording_invalid', `${place}: expected ${expected}, got ${got}`, { path: place });
}

/** Longest message of a fault in the table, in characters. */
const MAX_MESSAGE = 400;

/** Creates the summary of a file that cannot be read. */
function createFaulty(error: unknown): Summary {
  const fault = describeFault(error);
  return {
    row: {
      recordedAt: '',
      line: null,
      agent: null,
      lengthMs: 0,
      turns: 0,
      waitP50Ms: null,
      waitP95Ms: null,
      interruptions: 0,
      cutOffs: 0,
      failures: 0,
      end: null,
      fault: { ...fault, message: fault.message.slice(0, MAX_MESSAGE) },
    },
    usage: null,
    saidText: '',
  };
}

/** Describes why a file cannot be summarised. A value that no valid line has is a fault of the file. */
function describeFault(error: unknown): StudioFailure {
  const { failure } = toFailure(error);
  if (failure.code !== 'internal') return failure;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const why =
    syscall === undefined ? `a line has an unexpected value: ${failure.message}` : `the file cannot be read: ${code}`;
  return { code: 'recording_invalid', message: why, docs: 'errors.md#recording_invalid' };
}
