import { fromBase64 } from '../../src/wire/bytes.ts';
import { asObject, asText, parseObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SpokenWord } from '../../src/wire/tts/dialect.ts';
import { parseParallelWords } from '../../src/wire/tts/parallelWords.ts';

/** An event of a synthesis, or an error, which does not name a synthesis. */
export type RimeEvent =
  | { readonly kind: 'audio'; readonly context: string; readonly bytes: Uint8Array }
  /** Words, timed in ms from the start of the synthesis. */
  | { readonly kind: 'words'; readonly context: string; readonly words: readonly SpokenWord[] }
  | { readonly kind: 'done'; readonly context: string }
  | { readonly kind: 'error'; readonly message: string };

/** Parses a message; null if it is irrelevant. */
export function parseMessage(frame: SocketFrame): RimeEvent | null {
  const message = parseObject(frame);
  const context = asText(message?.['contextId']);
  switch (message?.['type']) {
    case 'chunk':
      return { kind: 'audio', context, bytes: fromBase64(asText(message['data'])) };
    case 'timestamps':
      return { kind: 'words', context, words: parseParallelWords(asObject(message['word_timestamps'])) };
    case 'done':
      return { kind: 'done', context };
    case 'error':
      return { kind: 'error', message: asText(message['message']) || 'an error without a message' };
    default:
      return null;
  }
}
