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
  const json = (value: unknown): string =>
    JSON.stringify(value, function (this: object, key: string, held: unknown) {
      if (key === 'words' && Array.isArray(held) && 'segment' in this) return undefined;
      return typeof held === 'string' && isText(key, this) ? rewritten(redact, held, key) : held;
    });
  return (written) => {
    if ('format' in written)
      return JSON.stringify({ ...written, config: { ...written.config, ...JSON.parse(json(saidIn(written))) } });
    return 'in' in written && written.in === 'functions' ? JSON.stringify(written) : json(written);
  };
}

function rewritten(redact: Redact, text: string, key: string): string {
  const value: unknown = redact(text, key);
  if (typeof value === 'string') return value;
  throw new TypeError(`redact: expected a string, got ${value === null ? 'null' : typeof value}`);
}

/** What is said from the start; the other settings are no text of people. */
function saidIn({ config }: Head): Pick<Head['config'], 'initial_messages' | 'first_message'> {
  const { initial_messages, first_message } = config;
  return { initial_messages, first_message };
}

/** The name of a message is that of a participant; all others are those of functions and events. */
function isText(key: string, holder: object): boolean {
  if (key === 'name') return 'content' in holder && 'role' in holder;
  return !STRUCTURE.has(key) || (key === 'v' && 'in' in holder);
}
