import { isLoopback } from '../../addresses/loopback.ts';
import { refuseOption } from '../options.ts';

/** A request to the REST API of a carrier. */
export interface ApiRequest {
  readonly method: 'DELETE' | 'POST' | 'PUT';
  /** The value of the header `Authorization`. */
  readonly authorization: string;
  /** Sent as a form, or else as JSON. */
  readonly body?: URLSearchParams | object | undefined;
  readonly signal: AbortSignal;
}

/** Sends a request; rejects with an Error that has the status of a refusal, and no key. Redirects do not take the key elsewhere. */
export async function requestCarrier(url: string, { method, authorization, body, signal }: ApiRequest): Promise<void> {
  const isForm = body instanceof URLSearchParams;
  const headers = { authorization, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) };
  const text = isForm ? body : body && JSON.stringify(body);
  const response = await fetch(url, { method, headers, body: text ?? null, signal, redirect: 'error' });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the carrier has answered ${response.status}`);
}

/** Returns the header `Authorization` of a user and a password. */
export function basicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Returns the address of a REST API without a trailing slash: keys go there. @throws AntiphonError `usage_invalid` */
export function checkApiUrl(path: string, text: string): string {
  const { protocol, hostname } = URL.canParse(text) ? new URL(text) : { protocol: '', hostname: '' };
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  if (!isSafe) refuseOption(path, 'an address with https, or http on this machine', 'another');
  return text.replace(/\/+$/u, '');
}

/** Whether the target of a transfer is an address of SIP, and no telephone number. */
export function isSip(target: string): boolean {
  return /^sips?:/iu.test(target);
}
