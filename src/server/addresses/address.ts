import { isIP, type Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from './loopback.ts';
import type { PublicUrl } from './publicUrl.ts';

/** The addresses of a server, as one request sees them. */
export interface Address {
  /** Checks whether the server answers for the host of a request. */
  isServed(request: FastifyRequest): boolean;
  /** The origin of the server's own pages. `isServed` has to be true. */
  originOf(request: FastifyRequest): string;
  /** Returns a WebSocket URL for a path of the plugin. `isServed` has to be true. */
  socketUrl(path: string, request: FastifyRequest): string;
  /** Returns a path of the plugin, as its callers see it. */
  pathOf(path: string): string;
}

/** A name or an address, and a port. What else a URL may have in front of a path is no host. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu;

/**
 * Creates the addresses of a server: its `public_url`, and what reaches it without DNS, which a foreign page cannot point elsewhere:
 * loopback, and the address that the connection was made to. No other host comes into a URL. `nodeUrl`: the address of a server that is one
 * of several nodes, where the sockets of its sessions are.
 */
export function createAddress(publicUrl: PublicUrl | undefined, prefix: string, nodeUrl?: PublicUrl): Address {
  const ownUrl = (request: FastifyRequest): URL | undefined => {
    const url = toUrl(request.protocol === 'https' ? 'https' : 'http', request.host);
    if (url === undefined) return undefined;
    return isLoopback(url.hostname) || isOfConnection(url.hostname, request.socket) ? url : undefined;
  };
  const knownOf = ({ host }: FastifyRequest): PublicUrl | undefined =>
    [publicUrl, nodeUrl].find((url) => url !== undefined && toUrl(url.protocol.slice(0, -1), host)?.host === url.host);
  const socketBase = nodeUrl ?? publicUrl;
  return {
    isServed: (request) => knownOf(request) !== undefined || ownUrl(request) !== undefined,
    originOf: (request) => knownOf(request)?.origin ?? ownUrl(request)?.origin ?? '',
    socketUrl: (path, request) => {
      const base =
        socketBase === undefined ? `${ownUrl(request)?.origin}${prefix}` : socketBase.origin + socketBase.path;
      return `${base}${path}`.replace(/^http/u, 'ws');
    },
    pathOf: (path) => `${publicUrl?.path ?? prefix}${path}`,
  };
}

function toUrl(scheme: string, host: string): URL | undefined {
  const text = `${scheme}://${host}`;
  return HOST.test(host) && URL.canParse(text) ? new URL(text) : undefined;
}

function isOfConnection(hostname: string, { localAddress = '' }: Socket): boolean {
  const name = hostname.replace(/^\[(?<address>.*)\]$/u, '$<address>');
  return isIP(name) !== 0 && name === localAddress.replace(/^::ffff:(?=\d+\.)/iu, '');
}
