import type { Head, Line } from './format.ts';

/** Rewrites a text before it is written. `key`: the name that the text has in its line. */
export type Redact = (text: string, key: string) => string;

/** What stands under these names says what a line is, not what anybody said. */
const STRUCTURE: ReadonlySet<string> = new Set(
  (
    'in out by kind type role object id tool_call_id name code provider path ' +
    'language speaker phase reason finish_reason utterance model created pcm v system_fingerprint service_tier'
  ).split(' '),
);

/**
 * JSON of a head or a line, every text in it rewritten. The single words of a transcript are left out: what is to be
 * rewritten may span several. @throws what `redact` throws, and where it returns no text */
export function redacted(redact: Redact | undefined): (written: Head | Line) => string {
  if (redact === undefined) return (written) => JSON.stringify(written);
  const idOf = callIds(redact);
  const json = (value: unknown): string =>
    JSON.stringify(value, function (this: object, key: string, held: unknown) {
      if (key === 'words' && Array.isArray(held) && 'segment' in this) return undefined;
      if (typeof held !== 'string') return held;
      if (isCallId(key, this)) return idOf(held);
      return isText(key, this) ? rewritten(redact, held, key) : held;
    });
  return (written) => {
    if ('format' in written) {
      // What the VAD is set to decides over its replay, and holds no text of people.
      const { vad, ...texts } = written.config;
      return JSON.stringify({ ...written, config: { vad, ...JSON.parse(json(texts)) } });
    }
    return 'in' in written && written.in === 'functions' ? JSON.stringify(written) : json(written);
  };
}

function rewritten(redact: Redact, text: string, key: string): string {
  const value: unknown = redact(text, key);
  if (typeof value === 'string') return value;
  throw new TypeError(`redact: expected a string, got ${value === null ? 'null' : typeof value}`);
}

/**
 * Rewrites the ids of tool calls. An id is the same wherever it stands, and two that would become the same are told apart, so
 * that a result still belongs to its call.
 */
function callIds(redact: Redact): (id: string) => string {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined || OWN_ID.test(id)) return before ?? id;
    const text = rewritten(redact, id, 'tool_call_id');
    let unique = text;
    for (let n = 2; taken.has(unique); n++) unique = `${text}~${n}`;
    known.set(id, unique);
    taken.add(unique);
    return unique;
  };
}

/** Made by the session for a call that came without one. */
const OWN_ID = /^call_\d+_\d+_\d+$/u;

function isCallId(key: string, holder: object): boolean {
  return key === 'tool_call_id' || (key === 'id' && 'function' in holder);
}

/** The name of a message is that of a participant; all others are those of functions and events. */
function isText(key: string, holder: object): boolean {
  if (key === 'name') return 'content' in holder && 'role' in holder;
  return !STRUCTURE.has(key) || (key === 'v' && 'in' in holder);
}
