import { createContractCases, type ContractCase } from './contract.ts';
import { faultRequirements } from './directory/faultRequirements.ts';
import { placeRequirements } from './directory/placeRequirements.ts';
import { sessionRequirements } from './directory/sessionRequirements.ts';
import type { SessionDirectoryContractOptions } from './directory/subject.ts';

export type { EngineLink, SessionDirectoryContractOptions, SessionDirectorySubject } from './directory/subject.ts';

/**
 * Creates the cases of the contract for session directories, for any test runner. Each case has its own engine and
 * waits for conditions rather than times, so cases may run concurrently.
 *
 * @example
 * ```ts
 * import { createSessionDirectoryContract, type SessionDirectorySubject } from 'antiphon/testing';
 * import { describe, test } from 'vitest';
 *
 * declare function startEtcd(): Promise<SessionDirectorySubject>;
 *
 * describe('the directory on etcd keeps the contract', () => {
 *   for (const { name, run } of createSessionDirectoryContract({ create: startEtcd })) test.concurrent(name, run);
 * });
 * ```
 */
export function createSessionDirectoryContract(options: SessionDirectoryContractOptions): readonly ContractCase[] {
  const all = [...placeRequirements, ...sessionRequirements, ...faultRequirements];
  return createContractCases(all, options.create, []);
}
