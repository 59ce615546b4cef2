import { checkOptions } from '../core/checkOptions.ts';
import type { NameSet } from '../core/names.ts';
import { isIP } from 'node:net';
import { AntiphonError } from '../core/errors.ts';
import type { NetworkSettings } from './messages.ts';

/** A STUN or TURN server, as in a browser's `RTCConfiguration`. */
export interface IceServer {
  /** Such as `stun:stun.example.com:3478` or `turn:turn.example.com:3478`. */
  readonly urls: string | readonly string[];
  readonly username?: string | undefined;
  readonly credential?: string | undefined;
}

/** Options of `createWebRtc`. */
export interface WebRtcOptions {
  /** Servers that this server asks for its public address, or that relay its packets. @default [] */
  readonly ice_servers?: readonly IceServer[] | undefined;
  /** Whether clients and this server may use addresses of private networks and of the same machine. @default false */
  readonly allow_private_candidates?: boolean | undefined;
  /** Addresses of this machine to use. @default all but loopback */
  readonly addresses?: readonly string[] | undefined;
  /** The first and the last UDP port to use. @default any */
  readonly port_range?: readonly [number, number] | undefined;
  /**
   * Receives failures in the thread of the connections, for example those caused by a client's data. Other connections
   * continue.
   *
   * @default nothing
   */
  readonly on_failure?: ((error: AntiphonError) => void) | undefined;
}

const OPTIONS: NameSet<keyof WebRtcOptions> = {
  ice_servers: true,
  allow_private_candidates: true,
  addresses: true,
  port_range: true,
  on_failure: true,
};
const ICE_SERVER: NameSet<keyof IceServer> = { urls: true, username: true, credential: true };

const ICE_URL = /^(?:stun|stuns|turn|turns):\S+$/u;

/** Checks the options. @throws AntiphonError `usage_invalid` */
export function createNetworkSettings(options: WebRtcOptions): NetworkSettings {
  checkOptions('createWebRtc', options, OPTIONS);
  const { ice_servers = [], allow_private_candidates: allowPrivate = false, addresses = [], port_range } = options;
  if (typeof allowPrivate !== 'boolean') refuse('allow_private_candidates', 'true or false', typeof allowPrivate);
  for (const [at, address] of addresses.entries())
    if (isIP(address) === 0) refuse(`addresses[${at}]`, 'an IP address', `${address}`);
  if (port_range !== undefined) checkRange(port_range);
  return { iceServers: ice_servers.map(toSettings), allowPrivate, addresses, portRange: port_range };
}

/** Converts an ICE server. Errors do not quote credentials. */
function toSettings(server: IceServer, at: number): NetworkSettings['iceServers'][number] {
  checkOptions(`createWebRtc.ice_servers[${at}]`, server, ICE_SERVER);
  const { urls, username, credential } = server;
  const all = typeof urls === 'string' ? [urls] : [...urls];
  for (const url of all)
    if (!ICE_URL.test(url)) refuse(`ice_servers[${at}].urls`, 'an address such as stun:stun.example.com:3478', url);
  return {
    urls: all,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  };
}

function checkRange([first, last]: readonly [number, number]): void {
  const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1024 && port <= 65_535;
  if (isPort(first) && isPort(last) && first < last) return;
  refuse('port_range', 'two ports from 1024 to 65535, the lower first', `${first}, ${last}`);
}

function refuse(path: string, expected: string, got: string): never {
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${got}`, { path });
}
