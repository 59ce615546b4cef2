import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { StudioError } from '../failures.ts';

/** The secrets of a running Studio. */
export interface Secrets {
  /** The token of the address. */
  readonly token: string;
  /** The value of the cookie, which only reads media. */
  readonly cookie: string;
}

/** The names of this machine for itself, as a browser writes them. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Checks that a request was sent to this server by its own page. A page of another site that resolves its own name to this
 * machine sends that name as `Host`; one that sends requests here has another `Origin`, or `Sec-Fetch-Site` says so.
 * Another site may lead to the page, which has no secret (`mayVisit`), but not to the API.
 *
 * @throws StudioError `host_refused` or `origin_refused`
 */
export function checkSender({ headers }: IncomingMessage, port: number, mayVisit: boolean): void {
  const { host = '', origin } = headers;
  if (!LOOPBACK.some((name) => host === `${name}:${port}` || (port === 80 && host === name)))
    throw new StudioError(
      'host_refused',
      `host: expected ${LOOPBACK[0]}:${port}, got ${JSON.stringify(host.slice(0, 100))}`,
    );
  if (origin !== undefined && origin !== `http://${host}`)
    throw new StudioError(
      'origin_refused',
      `origin: expected http://${host} or none, got ${JSON.stringify(origin.slice(0, 100))}`,
    );
  const site = headers['sec-fetch-site'];
  if (mayVisit && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document') return;
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new StudioError(
      'origin_refused',
      `sec-fetch-site: expected same-origin or none, got ${JSON.stringify(String(site).slice(0, 100))}`,
    );
}

/** Returns whether a request has the token of the address. */
export function hasToken({ headers: { authorization = '' } }: IncomingMessage, { token }: Secrets): boolean {
  const [, given] = /^Bearer (\S+)$/u.exec(authorization) ?? [];
  return given !== undefined && isEqual(given, token);
}

/** Returns whether a request has the cookie. Cookies do not distinguish ports, so its name does. */
export function hasCookie({ headers: { cookie = '' } }: IncomingMessage, port: number, secrets: Secrets): boolean {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
  return pairs.some(([name, value]) => name === nameCookie(port) && isEqual(value ?? '', secrets.cookie));
}

/** Formats the header that sets the cookie. */
export function setCookie(port: number, { cookie }: Secrets): string {
  return `${nameCookie(port)}=${cookie}; Path=/api; HttpOnly; SameSite=Strict`;
}

function nameCookie(port: number): string {
  return `antiphon_studio_${port}`;
}

/** Compares two secrets in a time that depends on neither. */
function isEqual(given: string, secret: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}
