import { createHmac } from 'node:crypto';
import type { SecretSource } from '../tokens/secrets.ts';
import type { TakeOvers } from './takeOver.ts';

/** Creates what makes the ids of sessions of the names of calls: all nodes make the same, and nobody else can. */
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
