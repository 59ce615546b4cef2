import { createContractCases, type ContractCase } from './contract.ts';
import { faultRequirements } from './directory/faultRequirements.ts';
import { placeRequirements } from './directory/placeRequirements.ts';
import { sessionRequirements } from './directory/sessionRequirements.ts';
import type { SessionDirectoryContractOptions } from './directory/subject.ts';

export type { EngineLink, SessionDirectoryContractOptions, SessionDirectorySubject } from './directory/subject.ts';

/**
 * Creates the cases of the contract that every directory of sessions keeps, for any test runner. Each has an engine of its own,
 * and waits for conditions, not for times: cases may run at the same time.
 *
 * ```ts
 * describe('the directory on Redis keeps the contract', () => {
 *   for (const { name, run } of createSessionDirectoryContract({ create })) test.concurrent(name, run);
 * });
 * ```
 */
export function createSessionDirectoryContract(options: SessionDirectoryContractOptions): readonly ContractCase[] {
  const all = [...placeRequirements, ...sessionRequirements, ...faultRequirements];
  return createContractCases(all, options.create, []);
}
