import { isLoopback } from '../../addresses/publicUrl.ts';
import { refuseOption } from '../../common/options.ts';

/** A request to a carrier's REST API. */
export interface ApiRequest {
  readonly method: 'DELETE' | 'POST' | 'PUT';
  /** The value of the header `Authorization`. */
  readonly authorization: string;
  /** Sent as a form if it is URLSearchParams, otherwise as JSON. */
  readonly body?: URLSearchParams | object | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends a request. Rejects with an Error that contains the status of a refusal, but no key. Does not follow redirects,
 * which could send the key elsewhere.
 */
export async function requestCarrier(url: string, { method, authorization, body, signal }: ApiRequest): Promise<void> {
  const isForm = body instanceof URLSearchParams;
  const headers = { authorization, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) };
  const text = isForm ? body : body && JSON.stringify(body);
  const response = await fetch(url, { method, headers, body: text ?? null, signal, redirect: 'error' });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the carrier has answered ${response.status}`);
}

/** Returns the `Authorization` header for a user and a password. */
export function basicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/**
 * Checks the URL of a REST API, to which keys are sent, and returns it without a trailing slash.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function checkApiUrl(path: string, text: string): string {
  const { protocol, hostname } = URL.canParse(text) ? new URL(text) : { protocol: '', hostname: '' };
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  if (!isSafe) refuseOption(path, 'an https address, or an http address on this machine', 'another');
  return text.replace(/\/+$/u, '');
}

/** Checks whether the target of a transfer is a SIP address rather than a telephone number. */
export function isSip(target: string): boolean {
  return /^sips?:/iu.test(target);
}

/** Refuses pauses between keys, for a carrier whose API has none. @throws Error */
export function refusePauses(carrier: string, digits: string): void {
  if (digits.includes('w')) throw new Error(`${carrier} sends no pauses between keys: expected no w`);
}
