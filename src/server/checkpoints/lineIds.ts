import { createHmac } from 'node:crypto';
import type { SecretSource } from '../tokens/secrets.ts';
import type { TakeOvers } from './takeOver.ts';

/**
 * Creates the function that derives session ids from the names of calls: all nodes derive the same ids, and nobody else
 * can.
 */
export function createLineIds(secrets: SecretSource): TakeOvers['lineIds'] {
  return (protocol, call) => {
    const { newest, previous } = secrets.read();
    const idWith = (secret: Uint8Array): string =>
      `ses_${createHmac('sha256', secret)
        .update(JSON.stringify([protocol, call]))
        .digest('hex')
        .slice(0, 32)}`;
    return previous === undefined ? [idWith(newest)] : [idWith(newest), idWith(previous)];
  };
}
