import { isIPv4 } from 'node:net';

/** Checks whether a host name is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(?<address>.*)\]$/u, '$<address>');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}
