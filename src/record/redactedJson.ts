import type { Head, Line } from './format.ts';
import { isCallId, isText } from './isText.ts';

/** A function that rewrites a text before it is written. `key`: its key in the line. */
export type Redact = (text: string, key: string) => string;

/** Calls `redact` on a text. @throws what it throws, or TypeError if it returns no string */
export function applyRedact(redact: Redact, text: string, key: string): string {
  const value: unknown = redact(text, key);
  if (typeof value === 'string') return value;
  throw new TypeError(`redact: expected a string, got ${value === null ? 'null' : typeof value}`);
}

/** A function that returns the rewritten form of a text if it is known. */
export type KnownText = (holder: object, key: string, text: string) => string | undefined;

export interface RedactedJson {
  head(head: Head): string;
  /** Calls `known` before it rewrites a text by itself. */
  line(line: Line, known: KnownText): string;
}

/**
 * Creates a writer of heads and lines that rewrites every text. The single words of a transcript are left out: a redacted
 * text may span several. @throws what `redact` throws, or TypeError if it returns no string
 */
export function createRedactedJson(redact: Redact): RedactedJson {
  const rewriteId = createIdRewriter(redact);
  const json = (value: unknown, known: KnownText): string =>
    JSON.stringify(value, function (this: object, key: string, held: unknown) {
      if (key === 'words' && Array.isArray(held) && 'segment' in this) return undefined;
      if (typeof held !== 'string') return held;
      if (isCallId(key, this)) return rewriteId(held);
      return isText(key, this) ? (known(this, key, held) ?? applyRedact(redact, held, key)) : held;
    });
  return {
    head: (head) => {
      // The VAD settings decide the replay, and hold no text of people.
      const { vad, ...texts } = head.config;
      return JSON.stringify({ ...head, config: { vad, ...JSON.parse(json(texts, () => undefined)) } });
    },
    line: (line, known) => {
      if ('in' in line && line.in === 'functions') return JSON.stringify(line);
      return json('in' in line && line.in === 'digit' ? { ...line, v: hideDigit(line.v) } : line, known);
    },
  };
}

/** Hides which key it was: the keys of a card number, one by one, match no pattern. What ends an entry stays. */
function hideDigit(digit: unknown): unknown {
  return /^\d$/u.test(String(digit)) ? '0' : digit;
}

/**
 * Creates a function that rewrites the ids of tool calls. Equal ids stay equal and different ids stay different, so that a
 * result still belongs to its call.
 */
function createIdRewriter(redact: Redact): (id: string) => string {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined || OWN_ID.test(id)) return before ?? id;
    const text = applyRedact(redact, id, 'tool_call_id');
    let unique = text;
    for (let n = 2; taken.has(unique); n++) unique = `${text}~${n}`;
    known.set(id, unique);
    taken.add(unique);
    return unique;
  };
}

/** An id that the session gave to a call without one. */
const OWN_ID = /^call_\d+_\d+_\d+$/u;
