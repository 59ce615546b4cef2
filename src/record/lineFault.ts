import * as z from 'zod';
import { collectIssues, describeExpected } from '../core/issues.ts';
import { READ_FORMATS, type Incoming, type Outgoing } from './format.ts';
import { isPlainLine } from './plainLine.ts';
import { droppedLine, incomingSchemas, inLine, outgoingSchemas, outLine } from './schema.ts';
import { isObject } from '../core/isObject.ts';

/** Returns the fault in a line after the head, or null if the line is valid. */
export function findLineFault(line: unknown): Fault | null {
  if (isPlainLine(line)) return null;
  const fault = validateLine(line);
  return fault === null ? null : describeFault('a line of a recording', fault.error, fault.value);
}

/** Describes the fault in a head. */
export function describeHeadFault(error: z.ZodError, head: unknown): Fault {
  return describeFault(`the head of a recording of format ${READ_FORMATS.join(' or ')}`, error, head);
}

export interface Fault {
  readonly expected: string;
  readonly got: string;
}

/** Describes the first faulty field. */
function describeFault(what: string, error: z.ZodError, value: unknown): Fault {
  const [{ path, expected, got } = { path: 'config', expected: what, got: 'another' }] = collectIssues(error, value);
  // An issue about the whole value names no field.
  if (path === 'config' && !Object.hasOwn(Object(value), 'config')) return { expected: what, got };
  return { expected: what, got: `one with ${path}: ${got}, not ${expected}` };
}

interface Invalid {
  readonly error: z.ZodError;
  readonly value: unknown;
}

function validateLine(line: unknown): Invalid | null {
  if (!isObject(line)) return validate(outLine, line);
  if ('in' in line) return validate(inLine, line) ?? validateInput(line);
  if ('out' in line)
    return validate(outLine, line) ?? validate(outgoingSchemas[line['out'] as keyof Outgoing], line['v'], 'v');
  return validate(droppedLine, line);
}

/** @param key the value's key in its line */
function validate(schema: z.ZodType, value: unknown, key?: string): Invalid | null {
  const { error } = schema.safeParse(value, { error: describeExpected });
  if (error === undefined) return null;
  if (key === undefined) return { error, value };
  const issues = error.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }));
  return { error: new z.ZodError(issues), value: { [key]: value } };
}

/** Validates the value of an input. The kind of `llm.3` is `llm`; unknown kinds are ignored. */
function validateInput(line: Record<string, unknown>): Invalid | null {
  const kind = String(line['in']).split('.')[0] as keyof Incoming;
  if (line['error'] !== undefined || line['end'] !== undefined || !Object.hasOwn(incomingSchemas, kind)) return null;
  return validate(incomingSchemas[kind], line['v'], 'v');
}
