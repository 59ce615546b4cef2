import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { TlsOptions } from '../../server/connections/createApp.ts';
import type { Values } from './readSettings.ts';

type Value = Values[string] | undefined;

/**
 * Reads the private key and the certificate chain that the settings name. Returns undefined if they name none.
 *
 * @throws AntiphonError `usage_invalid` if one is given without the other, if a file cannot be read, and if the key or
 *   the certificate
 * is invalid or they do not belong together
 */
export function readTls(key: Value, cert: Value): TlsOptions | undefined {
  if (key === undefined && cert === undefined) return undefined;
  const pair = { key: read('tls_key_file', key), cert: read('tls_cert_file', cert) };
  check('tls_cert_file: expected a certificate chain in PEM', () => createSecureContext({ cert: pair.cert }));
  check('tls_key_file: expected the private key of tls_cert_file in PEM', () => createSecureContext(pair));
  return pair;
}

/** Checks a key or certificate. OpenSSL's messages contain neither the key nor the name of the file. */
function check(expected: string, use: () => unknown): void {
  try {
    use();
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `serve: ${expected}, got ${messageOf(cause)}`, { cause });
  }
}

function read(name: string, path: Value): Buffer {
  if (typeof path !== 'string')
    throw new AntiphonError('usage_invalid', `serve: expected ${name}: TLS needs tls_key_file and tls_cert_file`);
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `serve: ${name}: expected a file, got ${messageOf(cause)}`, { cause });
  }
}
