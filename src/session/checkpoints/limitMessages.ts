import type { HistoryMessage } from '../../core/message.ts';

const sizes = new WeakMap<HistoryMessage, number>();

/** Returns the size of a message as JSON, in bytes. Measures each message once. */
function sizeOf(message: HistoryMessage): number {
  const known = sizes.get(message);
  if (known !== undefined) return known;
  const size = Buffer.byteLength(JSON.stringify(message)) + 1;
  sizes.set(message, size);
  return size;
}

/**
 * Drops the oldest messages, except system messages, until the rest takes at most `maxBytes` as JSON. Results are
 * dropped with their calls. Returns undefined if nothing is left to drop.
 */
export function limitMessages(
  messages: readonly HistoryMessage[],
  maxBytes: number,
): readonly HistoryMessage[] | undefined {
  let bytes = messages.reduce((sum, message) => sum + sizeOf(message), 0);
  if (bytes <= maxBytes) return messages;
  const dropped = new Set<HistoryMessage>();
  let isResult = false;
  for (const message of messages) {
    if (message.role === 'system') continue;
    isResult &&= message.role === 'tool';
    if (bytes <= maxBytes && !isResult) break;
    dropped.add(message);
    bytes -= sizeOf(message);
    isResult = message.role === 'tool' || message.tool_calls !== undefined;
  }
  return bytes <= maxBytes ? messages.filter((message) => !dropped.has(message)) : undefined;
}
