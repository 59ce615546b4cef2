import { createHash, createHmac } from 'node:crypto';
import type { ClientRequest } from '../kit/fake.ts';

export interface AccessKey {
  readonly id: string;
  readonly secret: string;
  readonly region: string;
  /** Session token of temporary credentials. @default none */
  readonly token?: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/polly\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/u;

/** Finds the violations in a signature (Signature Version 4), calculated without any library. */
export function validateSignature(request: ClientRequest, key: AccessKey): readonly string[] {
  const { headers } = request;
  const [, id, day, region, names = '', signature] = AUTHORIZATION.exec(headers['authorization'] ?? '') ?? [];
  if (id === undefined) return ['no signature of version 4'];
  const signed = names.split(';');
  return [
    ...(id === key.id ? [] : ['another access key']),
    ...(region === key.region ? [] : [`signed for ${region}`]),
    ...validateSignedHeaders(headers, signed, day),
    ...(headers['x-amz-security-token'] === key.token ? [] : ['another session token']),
    ...(signature === sign(request, signed, key) ? [] : ['the signature does not match']),
  ];
}

/** The host and all headers of AWS must be signed, on the day of the credential. */
function validateSignedHeaders(
  headers: ClientRequest['headers'],
  signed: readonly string[],
  day = '',
): readonly string[] {
  const date = headers['x-amz-date'] ?? '';
  const ofAws = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  return [
    ...(/^\d{8}T\d{6}Z$/u.test(date) && date.startsWith(day) ? [] : [`the date ${date}`]),
    ...ofAws.filter((name) => !signed.includes(name)).map((name) => `${name} is not signed`),
  ];
}

function sign({ method, path, headers, body }: ClientRequest, signed: readonly string[], key: AccessKey): string {
  const date = headers['x-amz-date'] ?? '';
  const scope = `${date.slice(0, 8)}/${key.region}/polly/aws4_request`;
  const lines = signed.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/\s+/gu, ' ')}\n`).join('');
  const canonical = [method, path, '', lines, signed.join(';'), hash(body)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n');
  const steps = [date.slice(0, 8), key.region, 'polly', 'aws4_request'];
  const derived = steps.reduce<Buffer>((secret, step) => hmac(secret, step), Buffer.from(`AWS4${key.secret}`));
  return hmac(derived, toSign).toString('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function hash(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
