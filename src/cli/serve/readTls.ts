import { readFileSync } from 'node:fs';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { TlsOptions } from '../../server/connections/createApp.ts';
import type { Values } from './readSettings.ts';

type Value = Values[string] | undefined;

/**
 * Reads the private key and the certificate chain that the settings name; undefined if they name none.
 *
 * @throws AntiphonError `usage_invalid` for one without the other, and for a file that cannot be read
 */
export function readTls(key: Value, cert: Value): TlsOptions | undefined {
  if (key === undefined && cert === undefined) return undefined;
  return { key: read('tls_key_file', key), cert: read('tls_cert_file', cert) };
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
