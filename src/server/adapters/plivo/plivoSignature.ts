import { createHmac } from 'node:crypto';
import { isSameText } from '../../common/isSameText.ts';
import { sortFields } from '../telephone/sortFields.ts';

/**
 * Checks the `X-Plivo-Signature-V3` of a POST request, which may list several signatures, separated by commas
 * (https://www.plivo.com/docs/voice/concepts/signature-validation, read 2026-11). `url` is the URL that Plivo
 * requested.
 */
export function isPlivoSigned(
  signature: unknown,
  nonce: unknown,
  authToken: string,
  url: string,
  form: URLSearchParams,
): boolean {
  if (typeof signature !== 'string' || typeof nonce !== 'string') return false;
  const expected = signPlivo(authToken, url, nonce, form);
  return signature.split(',').some((given) => isSameText(given.trim(), expected));
}

/**
 * Signs a POST request as Plivo does: base64-encoded HMAC-SHA256 of the URL with a sorted query, the sorted form
 * fields, and the nonce.
 */
export function signPlivo(authToken: string, url: string, nonce: string, form: URLSearchParams): string {
  const { origin, pathname, searchParams } = new URL(url);
  const query = sort(searchParams, '=').join('&');
  const fields = sort(form, '').join('');
  const separator = query !== '' && fields !== '' ? '.' : '';
  const mark = query !== '' || fields !== '' ? '?' : '';
  return createHmac('sha256', authToken)
    .update(`${origin}${pathname}${mark}${query}${separator}${fields}.${nonce}`)
    .digest('base64');
}

function sort(pairs: URLSearchParams, between: string): readonly string[] {
  return sortFields(pairs).flatMap(([name, values]) => values.map((value) => name + between + value));
}
