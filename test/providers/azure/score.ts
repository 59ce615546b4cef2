import { parseStrictly } from '../../fakes/azure/frames.ts';
import type { SocketFrame } from '../../../src/wire/socket.ts';

/** Ids 000…1, 000…2 and so on, and a clock that stands. */
export function still(): { readonly newId: () => string; readonly wallClock: () => number } {
  let made = 0;
  return { newId: () => idOf((made += 1)), wallClock: () => Date.UTC(2026, 10, 21) };
}

/** The nth id. */
export function idOf(n: number): string {
  return String(n).padStart(32, '0');
}

/** What a client does, in short: `speech.config#1` under the first id, `audio#1 3200` with so many bytes. */
export function scoreOf(actions: readonly { readonly kind: string }[]): readonly string[] {
  return actions.map((action) => ('frame' in action ? sent(action.frame as SocketFrame) : writeAction(action)));
}

/** The text that a client sends. */
export function textOf(action: { readonly kind: string } | undefined): string {
  const body = bodyOf(action);
  return typeof body === 'string' ? body : '';
}

/** The bytes that a client sends. */
export function bytesOf(action: { readonly kind: string } | undefined): Uint8Array {
  const body = bodyOf(action);
  return typeof body === 'string' ? new Uint8Array() : Uint8Array.from(body);
}

/** The samples that a client sends. */
export function samplesOf(action: { readonly kind: string } | undefined): readonly number[] {
  return [...new Int16Array(bytesOf(action).buffer)];
}

function bodyOf(action: { readonly kind: string } | undefined): string | Uint8Array {
  const frame = action !== undefined && 'frame' in action ? (action.frame as SocketFrame) : '';
  return parseStrictly(frame, complain)?.body ?? '';
}

function sent(frame: SocketFrame): string {
  const { path, requestId, body } = parseStrictly(frame, complain) ?? { path: '?', requestId: '', body: '' };
  const bytes = typeof body === 'string' ? '' : ` ${body.length}`;
  return `${path}#${Number(requestId)}${bytes}`;
}

function writeAction({ kind, ...rest }: { readonly kind: string }): string {
  const fields = Object.entries(rest).flatMap(([name, value]): unknown[] => (name === 'details' ? [] : [value]));
  return [kind, ...fields.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))].join(' ');
}

function complain(what: string): never {
  throw new Error(what);
}
