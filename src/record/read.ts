import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { AntiphonError } from '../core/errors.ts';
import { FORMAT } from './format.ts';
import type { Line, Recording } from './format.ts';
import { headSchema, lineFault } from './schema.ts';

/**
 * Reads a recording from a file. A last line that is not whole is left out: the process ended while it was written.
 *
 * @throws (rejects with) AntiphonError `recording_invalid` naming the line, what was expected and what came, or
 *   `usage_invalid` where there is no such file.
 */
export async function readRecording(path: string): Promise<Recording> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new AntiphonError('usage_invalid', `expected a recording, found no file "${path}"`, { cause });
  });
  return parseRecording(text, path);
}

/** Reads a recording from its text; `name` stands in errors. */
export function parseRecording(text: string, name = 'recording'): Recording {
  const written = text.split('\n');
  const whole = written.slice(0, -1).map((line, at) => ({ line, place: `${name}:${at + 1}` }));
  const [first, ...rest] = whole;
  if (first === undefined) throw invalid(`${name}:1`, 'a head', 'nothing');
  const head = headSchema.safeParse(parsed(first.line, first.place));
  if (!head.success)
    throw invalid(first.place, `the head of a recording of format ${FORMAT}`, z.prettifyError(head.error));
  const lines = rest.map(({ line, place }) => {
    const value = parsed(line, place);
    const fault = lineFault(value);
    if (fault !== null) throw invalid(place, fault.expected, fault.got);
    return value as Line;
  });
  return { head: head.data, lines };
}

function parsed(line: string, place: string): unknown {
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
