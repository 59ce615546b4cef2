import { isIPv6 } from 'node:net';

/**
 * Returns the part of an address that identifies one client: an IPv4 address (also written as ::ffff:…), or a 64-bit
 * IPv6 network.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(?<v4>\d+\.\d+\.\d+\.\d+)$/iu.exec(ip)?.groups?.['v4'];
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip;
  const [left = [], right = []] = ip.toLowerCase().split('::').map(toGroups);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

function toGroups(part: string): readonly string[] {
  return part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/u, ''));
}
