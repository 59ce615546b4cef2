import { createHmac } from 'node:crypto';
import { isSameText } from '../../common/isSameText.ts';

/** Maximum age of a signature, in seconds. */
const MAX_AGE_S = 300;
const HEADER = /^t=(?<at>\d{1,12}),v1=(?<signature>[\da-f]{64})$/u;

/**
 * Checks the `Jambonz-Signature` of a request: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>", in hexadecimal
 * digits>`, as created by jambonz-feature-server (lib/utils/base-requestor.js, read 2026-11). `nowMs` is wall-clock
 * time.
 */
export function isJambonzSigned(header: unknown, secret: string, body: string, nowMs: number): boolean {
  const { at, signature } = HEADER.exec(typeof header === 'string' ? header : '')?.groups ?? {};
  if (at === undefined || signature === undefined || Math.abs(nowMs / 1000 - Number(at)) > MAX_AGE_S) return false;
  return isSameText(signature, digest(secret, at, body));
}

/** Signs a body as jambonz does. `at` is in seconds since 1970. */
export function signJambonz(secret: string, body: string, at: number): string {
  return `t=${at},v1=${digest(secret, `${at}`, body)}`;
}

function digest(secret: string, at: string, body: string): string {
  return createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
}
