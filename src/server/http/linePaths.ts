import { PROTOCOL } from '../../core/protocol.ts';
import type { TokenKind } from '../tokens.ts';

/** Whether the client of a call can only be given an address, which has its token. */
export function isLine({ protocol }: { readonly protocol: string }): boolean {
  return protocol !== PROTOCOL;
}

/** Returns the kind of the tokens with which a call is joined. */
export function tokenKindOf(call: { readonly protocol: string }): TokenKind {
  return isLine(call) ? 'line' : 'media';
}

/** Returns the path of the WebSocket of all calls of a protocol, without a token. */
export function lineRoute(protocol: string): string {
  return `/v1/${protocol}/media`;
}

/** Returns the path of the WebSocket of one call. */
export function linePath(protocol: string, token: string): string {
  return `${lineRoute(protocol)}/${token}`;
}
