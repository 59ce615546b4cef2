import { describe, test } from 'vitest';
import { createCheckpointStoreContract } from '../../src/testing/contracts/checkpointStoreContract.ts';
import { createMemoryStoreSubject } from '../support/checkpoints/memoryStore.ts';

describe('the checkpoints in memory keep the contract', () => {
  for (const { name, run } of createCheckpointStoreContract({ create: createMemoryStoreSubject })) test(name, run);
});
