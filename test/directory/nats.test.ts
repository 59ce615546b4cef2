// @module-tag nats-server
import { describe, test } from 'vitest';
import { createSessionDirectoryContract } from '../../src/testing/contracts/sessionDirectoryContract.ts';
import { createNatsSubject } from '../support/directory/natsSubject.ts';

describe('the directory on NATS keeps the contract', () => {
  for (const { name, run } of createSessionDirectoryContract({ create: () => createNatsSubject() }))
    test.concurrent(name, run);
});
