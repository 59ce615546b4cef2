import { describe, expect, it, test } from 'vitest';
import { createNatsCheckpoints } from '../../src/directory/checkpoints/natsCheckpoints.ts';
import { createCheckpointStoreContract } from '../../src/testing/contracts/checkpointStoreContract.ts';
import { createEngineStoreSubject } from '../support/checkpoints/engineStore.ts';
import { NATS } from '../support/directory/natsSubject.ts';

describe('the checkpoints on NATS keep the contract', { tags: ['nats-server'] }, () => {
  const create = () =>
    createEngineStoreSubject(NATS, (port) => createNatsCheckpoints({ url: `nats://127.0.0.1:${port}`, timeout: 10 }));
  for (const { name, run } of createCheckpointStoreContract({ create })) test.concurrent(name, run);
});

describe('a store on NATS', () => {
  it.each([
    ['an address of another kind', { url: 'http://user:secret@127.0.0.1' }, 'url'],
    ['a prefix with spaces', { url: 'nats://127.0.0.1', prefix: 'a b' }, 'prefix'],
    ['other credentials', { url: 'nats://127.0.0.1', credentials: 'secret' }, 'credentials'],
    ['a timeout of nothing', { url: 'nats://127.0.0.1', timeout: 0 }, 'timeout'],
  ])('refuses %s', (_, options, path) => {
    expect(() => createNatsCheckpoints(options)).toThrow(
      expect.objectContaining({
        code: 'usage_invalid',
        message: expect.stringMatching(`^${path}: (?!.*secret)`) as string,
      }),
    );
  });
});
