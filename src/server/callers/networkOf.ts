import { isIPv6 } from 'node:net';

/** Returns what one client has of addresses: an address of IPv4, also as ::ffff:…, or a network of 64 bits of IPv6. */
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
