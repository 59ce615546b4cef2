import type { Dialect } from '../part.ts';
import { stringOf } from '../fields.ts';

/** Strings, such as `textStream` of the AI SDK and `toTextStream()` of the Agents SDK. */
export const text: Dialect = {
  matches: (part) => typeof part === 'string',
  createReader: () => (part) => [{ kind: 'text', text: stringOf(part) }],
};
