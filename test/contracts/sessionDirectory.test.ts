import { describe, test } from 'vitest';
import { createSessionDirectoryContract } from '../../src/testing/contracts/sessionDirectoryContract.ts';
import { createMemorySubject } from '../support/directory/memorySubject.ts';

describe('the directory in memory keeps the contract', () => {
  for (const { name, run } of createSessionDirectoryContract({ create: createMemorySubject })) test(name, run);
});
