import type { Head, Line } from './format.ts';
import { isCallId, isText } from './isText.ts';

/** Rewrites a text before it is written. `key`: the name that the text has in its line. */
export type Redact = (text: string, key: string) => string;

/** Calls `redact` on a text. @throws what it throws, and where it returns no text */
export function applyRedact(redact: Redact, text: string, key: string): string {
  const value: unknown = redact(text, key);
  if (typeof value === 'string') return value;
  throw new TypeError(`redact: expected a string, got ${value === null ? 'null' : typeof value}`);
}

/** Returns how a text of a line is written, where it is known already. */
export type KnownText = (holder: object, key: string, text: string) => string | undefined;

export interface RedactedJson {
  head(head: Head): string;
  /** `known` is asked before a text is rewritten by itself. */
  line(line: Line, known: KnownText): string;
}

/**
 * JSON of a head or a line, every text in it rewritten. The single words of a transcript are left out: what is to be
 * rewritten may span several. @throws what `redact` throws, and where it returns no text
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
      // What the VAD is set to decides over its replay, and holds no text of people.
      const { vad, ...texts } = head.config;
      return JSON.stringify({ ...head, config: { vad, ...JSON.parse(json(texts, () => undefined)) } });
    },
    line: (line, known) => ('in' in line && line.in === 'functions' ? JSON.stringify(line) : json(line, known)),
  };
}

/**
 * Rewrites the ids of tool calls. An id is the same wherever it stands, and two that would become the same are told apart, so
 * that a result still belongs to its call.
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

/** Made by the session for a call that came without one. */
const OWN_ID = /^call_\d+_\d+_\d+$/u;
