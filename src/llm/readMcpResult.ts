import { LIMITS } from '../core/limits.ts';
import { arrayOf, fieldsOf, optionalString, stringOf } from './fields.ts';

/**
 * Returns the result of a tool as text for the model: its texts, or else its structured content. Other content is
 * represented by its name.
 *
 * @throws Error with that text if the tool reports a failure
 */
export function readMcpResult(result: unknown, maxChars: number): string {
  const { content, structuredContent, isError, toolResult } = fieldsOf(result);
  const parts = arrayOf(content).map(readContent);
  const structured = structuredContent ?? toolResult;
  const text =
    parts.every((part) => part.trim() === '') && structured !== undefined
      ? JSON.stringify(structured)
      : parts.join('\n');
  const limited = limit(text, maxChars);
  if (isError === true) throw new Error(limited === '' ? 'the tool failed without a message' : limited);
  return limited;
}

function readContent(part: unknown): string {
  const { type, text, mimeType, uri, resource } = fieldsOf(part);
  if (type === 'text') return stringOf(text);
  const embedded = fieldsOf(resource);
  const embeddedText = optionalString(embedded['text']);
  if (embeddedText !== undefined) return embeddedText;
  const what = optionalString(uri) ?? optionalString(embedded['uri']) ?? optionalString(mimeType) ?? 'no text';
  return `[${stringOf(type)}: ${what}]`;
}

/** Leaves room for the note. */
const MAX_CUT = LIMITS.functionResult - 64;

function limit(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  // Drops half of a surrogate pair.
  const beginning = text.slice(0, Math.min(maxChars, MAX_CUT)).replace(/[\uD800-\uDBFF]$/u, '');
  return `${beginning}\n[${text.length - beginning.length} more characters]`;
}
