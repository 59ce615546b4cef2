import { faultOfEnd, type WireFault } from '../../src/wire/fault.ts';
import type { SocketEnd } from '../../src/wire/socket.ts';
import type { WireDeps } from '../../src/wire/wireDeps.ts';

/** The dependencies of the wires. */
export type AzureDeps = Pick<WireDeps, 'newId' | 'wallClock'>;

/** Returns the origin of `service` in `region`. */
export function selectOrigin(region: string, service: 'stt' | 'tts' | 'voice'): string {
  return `wss://${region}.${service}.speech${selectDomain(region)}`;
}

/** The credential: a key, or a token in its place. */
export interface AzureAuth {
  readonly api_key?: string | undefined;
  readonly auth_token?: string | undefined;
}

/**
 * Creates the headers of a connection. The official client also puts the key into the URL, where logs would show it.
 */
export function createHeaders(auth: AzureAuth, connectionId: string): Readonly<Record<string, string>> {
  const { api_key = '', auth_token } = auth;
  const credential: Readonly<Record<string, string>> =
    auth_token === undefined ? { 'Ocp-Apim-Subscription-Key': api_key } : { Authorization: `Bearer ${auth_token}` };
  return { ...credential, 'X-ConnectionId': connectionId };
}

/** The description of this client for the service's statistics, in the fields that its own clients use. */
export const CLIENT: Readonly<Record<'system' | 'os', Readonly<Record<string, string>>>> = {
  system: { name: 'Antiphon', version: '1', build: 'JavaScript', lang: 'JavaScript' },
  os: { platform: 'Node', name: 'unknown', version: 'unknown' },
};

/** Classifies the end of a connection. The service also uses 1007 for throttling. */
export function classifyAzureEnd(end: SocketEnd, nowMs: number): WireFault {
  const fault = faultOfEnd(end, nowMs);
  if (end.refused !== undefined) return fault;
  if (end.code === INVALID_PAYLOAD && THROTTLED.test(end.reason)) return { ...fault, kind: 'retry' };
  return end.code === NOT_RETRIED ? { ...fault, kind: 'final' } : fault;
}

const INVALID_PAYLOAD = 1007;
/** The official client does not reconnect after this code. */
const NOT_RETRIED = 4000;
const THROTTLED = /quota|throttl|too many/iu;

function selectDomain(region: string): string {
  if (region.startsWith('china')) return '.azure.cn';
  return region.startsWith('usgov') ? '.azure.us' : '.microsoft.com';
}
