import { BlockList, isIP } from 'node:net';

/**
 * Removes the candidates of an SDP to which no packet may be sent: candidates that are not UDP addresses, such as
 * names, and, unless allowed, addresses of private networks and of this machine.
 */
export function filterCandidates(sdp: string, allowPrivate: boolean): string {
  return sdp
    .split(/\r?\n/u)
    .filter((line) => !line.startsWith('a=candidate:') || isAllowed(line, allowPrivate))
    .join('\r\n');
}

/** Removes the end-of-candidates marker: a client's checks come from further candidates that are not in its SDP. */
export function openCandidates(sdp: string): string {
  return sdp.replace(/^a=end-of-candidates\r?\n/gmu, '');
}

/** Checks whether an SDP has a candidate. */
export function hasCandidate(sdp: string): boolean {
  return /^a=candidate:/mu.test(sdp);
}

/** Checks whether packets may be sent to an address. */
export function isReachable(address: string, allowPrivate: boolean): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/iu, '');
  const family = isIP(plain);
  if (family === 0 || allowPrivate) return family !== 0;
  return !PRIVATE.check(plain, family === 4 ? 'ipv4' : 'ipv6') && !(family === 6 && MAPPED.check(plain, 'ipv6'));
}

/** Checks a line: `a=candidate:foundation component transport priority address port typ type …` */
function isAllowed(line: string, allowPrivate: boolean): boolean {
  const [, , transport = '', , address = ''] = line.split(' ');
  return transport.toLowerCase() === 'udp' && isReachable(address, allowPrivate);
}

/**
 * This machine, private networks, multicast, and IPv6 addresses that contain an arbitrary IPv4 address: IPv4-compatible
 * addresses, NAT64, 6to4 and Teredo.
 */
const OF_IPV6 = [
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

function createPrivate(): BlockList {
  const list = new BlockList();
  const networks = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'];
  const others = ['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'];
  for (const network of [...networks, ...others]) add(list, network, 'ipv4');
  for (const network of OF_IPV6) add(list, network, 'ipv6');
  return list;
}

function add(list: BlockList, network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = network.split('/');
  list.addSubnet(address, Number(bits), family);
}

/** Addresses outside the public network. */
const PRIVATE = createPrivate();

/** IPv4 addresses in IPv6 notation. They need a separate list, because every IPv4 address matches this network. */
const MAPPED = new BlockList();
add(MAPPED, '::ffff:0:0/96', 'ipv6');
