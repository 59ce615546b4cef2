import { createHmac } from 'node:crypto';
import { parse, stringify } from 'node:querystring';
import { isSameText } from '../../common/isSameText.ts';
import { sortFields } from '../telephone/sortFields.ts';

/**
 * Checks the `X-Twilio-Signature` of a request: base64-encoded HMAC-SHA1 of its URL and of its form fields, sorted by
 * name (https://www.twilio.com/docs/usage/security, read 2026-11). `url` is the URL that Twilio requested. Twilio also
 * signs the WebSocket upgrade of a stream, over its `wss` URL
 * (https://www.twilio.com/docs/global-infrastructure/firewall-configurations/media-streams-configuration, read
 * 2026-11). Accepts the same signatures as `validateRequest` of the npm package `twilio` 6.3.1: Twilio signs the URL
 * with or without its port, encoded or not.
 */
export function isSigned(signature: unknown, authToken: string, url: string, form: URLSearchParams): boolean {
  if (typeof signature !== 'string') return false;
  const fields = textOf(form);
  return [...addressesOf(url)].some((address) => isSameText(signature, digest(authToken, address + fields)));
}

/** Signs a request as Twilio does. */
export function sign(authToken: string, url: string, form: URLSearchParams): string {
  return digest(authToken, url + textOf(form));
}

function addressesOf(url: string): ReadonlySet<string> {
  const encoded = withoutAndWithPort(new URL(url).href);
  return new Set([...withoutAndWithPort(url), ...encoded, ...encoded.map(encodeQuery)]);
}

/** Returns the URL without and with its port. Like the package, adds port 80 for `wss` as well. */
function withoutAndWithPort(url: string): readonly string[] {
  const { groups = {} } = /^(?<place>\w+:\/\/(?:\[[^\]]*\]|[^/?#:]*))(?<port>:\d+)?(?<rest>.*)$/su.exec(url) ?? {};
  const { place = url, port = url.startsWith('https:') ? ':443' : ':80', rest = '' } = groups;
  return [place + rest, place + port + rest];
}

function encodeQuery(url: string): string {
  const at = url.indexOf('?') + 1;
  return at === 0 || at === url.length ? url : url.slice(0, at) + stringify(parse(url.slice(at)));
}

function textOf(form: URLSearchParams): string {
  return sortFields(form)
    .map(([name, values]) => name + [...new Set(values)].join(name))
    .join('');
}

function digest(authToken: string, text: string): string {
  return createHmac('sha1', authToken).update(text).digest('base64');
}
