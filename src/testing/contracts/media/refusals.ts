import type { PeerMessage } from '../../../core/mediaAdapter.ts';
import { assertEqual, assertThat } from '../assertions.ts';

/** Messages that are invalid in any protocol. */
export const NO_MESSAGES: readonly PeerMessage[] = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '{}',
  '{"type":1}',
  '{"event":"no event","type":"no.type","label":"none"}',
  '\u0000',
  `${'['.repeat(1000)}${']'.repeat(1000)}`,
  new Uint8Array(0),
  new Uint8Array([255]),
  new Uint8Array([10, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255]),
];

/** Fails unless `receive` throws a `ConnectionError`. */
export function assertRefused(what: string, receive: () => unknown): void {
  const refusal = refusalOf(receive);
  assertThat(`${what} to be refused`, refusal !== undefined, 'nothing');
  assertRefusal(what, refusal);
}

/** Fails unless the exception for a message is a `ConnectionError`. */
export function assertRefusal(message: PeerMessage, error: unknown): void {
  const name = error instanceof Error ? error.name : error;
  assertEqual(`the error for ${describeMessage(message)}`, name, 'ConnectionError');
}

/** Returns the exception that `work` throws; undefined if it throws none. */
export function refusalOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error ?? 'an exception';
  }
}

/** Names a message in an error. */
export function describeMessage(message: PeerMessage): string {
  return typeof message === 'string' ? message.slice(0, 80) : `${message.length} bytes`;
}
