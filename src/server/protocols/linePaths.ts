import { PROTOCOL } from '../../core/protocol.ts';

/** Checks whether the client of a call can only be given an address, which contains its token. */
export function isLine({ protocol }: { readonly protocol: string }): boolean {
  return protocol !== PROTOCOL;
}

/** Returns the kind of token for joining a call. */
export function tokenKindOf(call: { readonly protocol: string }): 'line' | 'media' {
  return isLine(call) ? 'line' : 'media';
}

/** Returns the WebSocket path for all calls of a protocol, without a token. */
export function lineRoute(protocol: string): string {
  return `/v1/${protocol}/media`;
}

/** Returns the WebSocket path for one call. */
export function linePath(protocol: string, token: string): string {
  return `${lineRoute(protocol)}/${token}`;
}
