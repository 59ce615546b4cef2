import { fromBase64 } from '../../src/wire/bytes.ts';
import { faultOfStatus, type WireFault } from '../../src/wire/fault.ts';
import { asNumber, asObject, asText, parseObject, type JsonObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SpokenWord } from '../../src/wire/tts/dialect.ts';
import { parseParallelWords } from '../../src/wire/tts/parallelWords.ts';

/** An event of a context. */
export type ContextEvent =
  | { readonly kind: 'audio'; readonly bytes: Uint8Array }
  /** Words, timed in ms from the start of the context. */
  | { readonly kind: 'words'; readonly words: readonly SpokenWord[] }
  | { readonly kind: 'flushed' }
  /** The context has ended: all was spoken (`isFinished`), or it has expired. */
  | { readonly kind: 'ended'; readonly isFinished: boolean }
  | { readonly kind: 'failed'; readonly fault: WireFault };

export interface ContextMessage {
  /** Id of the context; `''` means the whole connection. */
  readonly context: string;
  readonly event: ContextEvent;
}

/** Parses a message; null if it is irrelevant. */
export function parseMessage(frame: SocketFrame): ContextMessage | null {
  const message = parseObject(frame);
  if (message === null) return null;
  const event = parseEvent(message);
  return event === null ? null : { context: asText(message['context_id']), event };
}

function parseEvent(message: JsonObject): ContextEvent | null {
  switch (message['type']) {
    case 'chunk':
      return { kind: 'audio', bytes: fromBase64(asText(message['data'])) };
    case 'timestamps':
      return { kind: 'words', words: parseParallelWords(asObject(message['word_timestamps'])) };
    case 'flush_done':
      return { kind: 'flushed' };
    case 'done':
      return { kind: 'ended', isFinished: (asNumber(message['status_code']) ?? 200) === 200 };
    case 'error':
      return parseError(message);
    default:
      return null;
  }
}

/** Parses an error: several fields since version 2026-03-01, one text in `error` before. */
function parseError(message: JsonObject): ContextEvent {
  const parts = [asText(message['title']), asText(message['message']) || asText(message['error'])];
  const text = parts.filter((part) => part !== '').join(': ') || 'an error without a message';
  if (EXPIRED.test(`${asText(message['error_code'])} ${text}`)) return { kind: 'ended', isFinished: false };
  const status = asNumber(message['status_code']) ?? 500;
  return { kind: 'failed', fault: { ...faultOfStatus(status, {}, '', 0), message: text } };
}

const EXPIRED = /context.{0,40}(?:expired|closed|finished|not.found)/iu;
