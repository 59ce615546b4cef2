import { maskKeys } from '../core/maskKeys.ts';
import { applyRedact, type Redact } from '../record/redact.ts';

/** The texts of a session that may be exported. */
export interface Content {
  /** True if texts are exported. */
  readonly isWanted: boolean;
  /**
   * Returns a complete text, redacted, masked and truncated, or undefined if texts are not exported. `key` names it as
   * in a recording.
   */
  text(whole: string, key: string): string | undefined;
  /** Returns the ID of a call. It is redacted, because a client may have chosen it. */
  id(id: string): string | undefined;
}

export interface ContentOptions {
  readonly content?: boolean | undefined;
  readonly redact?: Redact | undefined;
  /** Replaces the config's secrets. */
  readonly mask: (text: string) => string;
  /** Receives the error that `redact` throws. No further text is added after that. */
  readonly failed: (cause: unknown) => void;
}

/** Maximum length of an attribute's text. */
const MAX_CHARS = 16_384;

/** Maximum length of a text collected from its pieces. */
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

/** Appends a piece to a collected text. */
export function collect(text: string, piece: string): string {
  return text.length >= MAX_COLLECTED_CHARS ? text : text + piece.slice(0, MAX_COLLECTED_CHARS - text.length);
}

/**
 * Formats a message according to the GenAI conventions:
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
 */
export function writeMessages(role: 'user' | 'assistant', parts: readonly object[], finish_reason?: string): string {
  return JSON.stringify([{ role, parts, ...(finish_reason === undefined ? {} : { finish_reason }) }]);
}
