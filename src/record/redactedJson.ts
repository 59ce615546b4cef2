import { knownFieldsOf, REPEATED } from '../core/extraFields.ts';
import { isObject } from '../core/isObject.ts';
import type { Head, Line } from './format.ts';
import { isCallId, isText } from './isText.ts';
import { applyRedact, type KnownText, type Redact } from './redact.ts';
import { createRewrittenTexts, type RewrittenTexts } from './rewrittenTexts.ts';
import { findUnknownTexts, type TextPiece } from './textPieces.ts';

export interface RedactedJson {
  head(head: Head): string;
  /** Converts a line. Calls `known` before rewriting a text by itself. */
  line(line: Line, known: KnownText): string;
}

/**
 * Creates a writer of heads and lines that rewrites every text. It omits the single words of a transcript, since a
 * redacted text may span several. @throws whatever `redact` throws, or TypeError if it does not return a string
 */
export function createRedactedJson(redact: Redact): RedactedJson {
  const rewriteId = createIdRewriter(redact);
  const json = (value: unknown, known: KnownText): string => {
    const unknown = createRewrittenTexts(redact);
    return JSON.stringify(value, function (this: object, key: string, held: unknown) {
      if (isInPieces(key, held, this)) return undefined;
      if (isObject(held)) rewriteUnknown(unknown, key, held);
      if (typeof held !== 'string') return held;
      if (isCallId(key, this)) return rewriteId(held);
      const rewritten = known(this, key, held) ?? unknown.find(this, key, held);
      if (rewritten !== undefined) return rewritten;
      return isText(key, this) ? applyRedact(redact, held, key) : held;
    });
  };
  return {
    head: (head) => {
      // The replay depends on the VAD settings, and they contain no text of people.
      const { vad, ...texts } = head.config;
      return JSON.stringify({ ...head, config: { vad, ...JSON.parse(json(texts, () => undefined)) } });
    },
    line: (line, known) => {
      if ('in' in line && line.in === 'functions') return JSON.stringify(line);
      return json('in' in line && line.in === 'digit' ? { ...line, v: hideDigit(line.v) } : line, known);
    },
  };
}

/** Returns whether a value repeats a text piece by piece: the words of a transcript, or the tokens of a chunk. */
function isInPieces(key: string, held: unknown, holder: object): boolean {
  return (key === 'words' && Array.isArray(held) && 'segment' in holder) || (key === 'logprobs' && 'delta' in holder);
}

/**
 * Rewrites the unknown fields of a message, a call or a delta: each text of a list as one text, because a model's
 * reasoning comes in pieces.
 */
function rewriteUnknown(texts: RewrittenTexts, key: string, held: Record<string, unknown>): void {
  const pieces = findUnknown(key, held).filter((piece) => !texts.has(piece));
  const streamed = pieces.filter((piece) => !REPEATED.has(piece.key));
  for (const piece of pieces) if (REPEATED.has(piece.key)) texts.add([piece]);
  for (const stream of new Set(streamed.map((piece) => piece.stream)))
    texts.add(streamed.filter((piece) => piece.stream === stream));
}

const NO_FIELDS: ReadonlySet<string> = new Set();

function findUnknown(key: string, held: Record<string, unknown>): readonly TextPiece[] {
  if (key === 'extra') {
    const { message, calls } = held;
    const ofCalls = Array.isArray(calls) ? calls.map((call: unknown) => isObject(call) && call['fields']) : [];
    return [message, ...ofCalls].filter(isObject).flatMap((fields) => findUnknownTexts('', fields, NO_FIELDS));
  }
  const known = knownFieldsOf(key, held);
  return known === null ? [] : findUnknownTexts('', held, known);
}

/**
 * Hides which key was pressed: the keys of a card number match no pattern one by one. Keeps the key that ends an entry.
 */
function hideDigit(digit: unknown): unknown {
  return /^\d$/u.test(String(digit)) ? '0' : digit;
}

/**
 * Creates a function that rewrites the IDs of tool calls. Equal IDs stay equal and different IDs stay different, so
 * that each result still belongs to its call.
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

/** An ID that the session gave to a call without one. */
const OWN_ID = /^call_\d+_\d+_\d+$/u;
