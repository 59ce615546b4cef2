import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { TlsOptions } from '../../server/connections/createApp.ts';
import type { Values } from './readSettings.ts';

type Value = Values[string] | undefined;

/**
 * Reads the private key and the certificate chain that the settings name; undefined if they name none.
 *
 * @throws AntiphonError `usage_invalid` for one without the other, for a file that cannot be read, and for a key or a certificate that
 *   is none, or does not belong to the other
 */
export function readTls(key: Value, cert: Value): TlsOptions | undefined {
  if (key === undefined && cert === undefined) return undefined;
  const pair = { key: read('tls_key_file', key), cert: read('tls_cert_file', cert) };
  check('tls_cert_file: expected a certificate chain in PEM', () => createSecureContext({ cert: pair.cert }));
  check('tls_key_file: expected the private key of tls_cert_file in PEM', () => createSecureContext(pair));
  return pair;
}

/** The messages of OpenSSL have neither the key nor the name of the file. */
function check(expected: string, use: () => unknown): void {
  try {
    use();
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `serve: ${expected}, got ${messageOf(cause)}`, { cause });
  }
}

function read(name: string, path: Value): Buffer {
  if (typeof path !== 'string')
    throw new AntiphonError('usage_invalid', `serve: expected ${name}: TLS takes tls_key_file and tls_cert_file`);
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `serve: ${name}: expected a file, got ${messageOf(cause)}`, { cause });
  }
}
