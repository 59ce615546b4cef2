import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  /** PEM. */
  readonly key: string;
  /** PEM, signed by itself, for 127.0.0.1 and localhost, valid from 2020 to 2049. */
  readonly cert: string;
}

/** A new key, and its certificate (RFC 5280). */
export function createCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const claims = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    NAME,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(BASIC_CONSTRAINTS, ALTERNATIVE_NAMES)),
  );
  const signature = tagged(0x03, Buffer.of(0), sign('sha256', claims, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(claims, ECDSA_WITH_SHA256, signature)),
  };
}

/** One value in DER: tag, length, content. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag, ...lengthOf(content.length)), content]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  return length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function utcTime(time: string): Buffer {
  return tagged(0x17, Buffer.from(time));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/gu) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
/** CN=localhost */
const NAME = sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from('localhost')))));
/** Critical: it may sign, if only itself. */
const BASIC_CONSTRAINTS = sequence(
  oid('551d13'),
  tagged(0x01, Buffer.of(0xff)),
  tagged(0x04, sequence(tagged(0x01, Buffer.of(0xff)))),
);
const ALTERNATIVE_NAMES = sequence(
  oid('551d11'),
  tagged(0x04, sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.of(127, 0, 0, 1)))),
);
