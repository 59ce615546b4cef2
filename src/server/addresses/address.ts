import { isIP, type Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopback, type PublicUrl } from './publicUrl.ts';

/** The addresses of a server, as seen by one request. */
export interface Address {
  /** Checks whether the server answers requests for this host. */
  isServed(request: FastifyRequest): boolean;
  /** Returns the origin of the server's own pages. Call it only if `isServed` is true. */
  originOf(request: FastifyRequest): string;
  /** Returns a WebSocket URL for a path of the plugin. Call it only if `isServed` is true. */
  socketUrl(path: string, request: FastifyRequest): string;
  /** Returns a path of the plugin as its callers see it. */
  pathOf(path: string): string;
}

/** A name or an address, and optionally a port. Other parts of a URL are not allowed in a host. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu;

/**
 * Creates the addresses of a server: its `public_url`, and the hosts that reach it without DNS and that a foreign page
 * therefore cannot redirect: loopback, and the address to which the connection was made. URLs contain no other hosts.
 * `nodeUrl` is the address of a server that is one of several nodes, where its sessions accept sockets.
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
