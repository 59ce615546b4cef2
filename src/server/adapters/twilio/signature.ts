import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'node:querystring';
import { sortFields } from '../telephone/sortFields.ts';

/**
 * Checks a signature as Twilio's own helper does, `validateRequest` of the npm package `twilio` 5.13.1: Twilio signs the address with its port and
 * without it, and the query as it is or encoded anew.
 */
export function isSigned(signature: unknown, authToken: string, url: string, form: URLSearchParams): boolean {
  return addressesOf(url).some((address) => isSignedFor(signature, authToken, address, form));
}

function addressesOf(url: string): readonly string[] {
  const { groups = {} } =
    /^(?<origin>\w+:\/\/(?:\[[^\]]*\]|[^/?:]*))(?<port>:\d+)?(?<path>[^?]*)(?<query>\?.*)?$/su.exec(url) ?? {};
  const { origin = url, port = /^(?:https|wss):/u.test(url) ? ':443' : ':80', path = '', query = '' } = groups;
  const queries = new Set([query, query === '' ? '' : `?${stringify(parse(query.slice(1)))}`]);
  return [origin, origin + port].flatMap((place) => [...queries].map((text) => place + path + text));
}

/**
 * Checks the `X-Twilio-Signature` of a request: HMAC-SHA1 of its URL and of the fields of its form, sorted by name, in base64
 * (https://www.twilio.com/docs/usage/security, read 2026-11). `url`: as Twilio has called it. Upgrades to the WebSocket of a stream
 * are signed, too, over its `wss` URL
 * (https://www.twilio.com/docs/global-infrastructure/firewall-configurations/media-streams-configuration, read 2026-11).
 */
function isSignedFor(signature: unknown, authToken: string, url: string, form: URLSearchParams): boolean {
  if (typeof signature !== 'string') return false;
  const expected = Buffer.from(sign(authToken, url, form));
  const got = Buffer.from(signature);
  return got.length === expected.length && timingSafeEqual(got, expected);
}

/** Signs a request as Twilio does. */
export function sign(authToken: string, url: string, form: URLSearchParams): string {
  const text = sortFields(form)
    .map(([name, values]) => name + [...new Set(values)].join(name))
    .join('');
  return createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64');
}
