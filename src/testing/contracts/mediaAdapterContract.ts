import type { ContractCase } from './contract.ts';
import type { MediaAdapterSubject } from './media/peer.ts';
import { mediaRequirements } from './media/requirements.ts';

export type { MediaAdapterSubject, PeerDouble, PeerEvent } from './media/peer.ts';

/**
 * Creates the cases of the contract that every media adapter keeps, for any test runner. Cases that the declared capabilities
 * rule out are left out. They take no time: a codec has no clock.
 *
 * ```ts
 * describe('the adapter of the intercom keeps the contract', () => {
 *   for (const { name, run } of createMediaAdapterContract({ adapter: intercom, createPeer })) test(name, run);
 * });
 * ```
 */
export function createMediaAdapterContract(subject: MediaAdapterSubject): readonly ContractCase[] {
  return mediaRequirements
    .filter(({ needs = always }) => needs(subject))
    .map(({ name, check }) => ({ name, run: async () => check(subject) }));
}

function always(): boolean {
  return true;
}
