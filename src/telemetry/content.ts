import { maskKeys } from '../core/maskKeys.ts';
import { applyRedact, type Redact } from '../record/redactedJson.ts';

/** The texts of a session, as far as they may leave it. */
export interface Content {
  /** Returns whether texts are wanted. */
  readonly isWanted: boolean;
  /** Returns a whole text redacted, masked and cut; undefined if texts are not wanted. `key`: what it is, as in a recording. */
  text(whole: string, key: string): string | undefined;
  /** Returns the id of a call: redacted, as a client may have chosen it. */
  id(id: string): string | undefined;
}

export interface ContentOptions {
  readonly content?: boolean | undefined;
  readonly redact?: Redact | undefined;
  /** Replaces the secrets of the config. */
  readonly mask: (text: string) => string;
  /** Gets what `redact` throws. No further text is added. */
  readonly failed: (cause: unknown) => void;
}

/** Length of the longest text of an attribute. */
const MAX_CHARS = 16_384;

/** Length of the longest text that is collected from its pieces. */
export const MAX_COLLECTED_CHARS = 65_536;

export function createContent({ content = false, redact, mask, failed }: ContentOptions): Content {
  let works = true;
  const rewrite = (whole: string, key: string): string | undefined => {
    if (!works) return undefined;
    try {
      const rewritten = redact === undefined ? whole : applyRedact(redact, whole, key);
      const masked = maskKeys(mask(rewritten));
      return masked.length > MAX_CHARS ? `${masked.slice(0, MAX_CHARS)}…` : masked;
    } catch (cause) {
      works = false;
      failed(cause);
      return undefined;
    }
  };
  return {
    isWanted: content,
    text: (whole, key) => (content ? rewrite(whole, key) : undefined),
    id: (id) => (redact === undefined ? id : rewrite(id, 'tool_call_id')),
  };
}

/** Adds a piece to a text that is collected. */
export function collect(text: string, piece: string): string {
  return text.length >= MAX_COLLECTED_CHARS ? text : text + piece.slice(0, MAX_COLLECTED_CHARS - text.length);
}

/** Writes a message as the GenAI conventions have it: https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/ */
export function writeMessages(role: 'user' | 'assistant', parts: readonly object[], finish_reason?: string): string {
  return JSON.stringify([{ role, parts, ...(finish_reason === undefined ? {} : { finish_reason }) }]);
}
