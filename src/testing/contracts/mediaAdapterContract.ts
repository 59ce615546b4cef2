import type { ContractCase } from './contract.ts';
import type { MediaAdapterSubject } from './media/peer.ts';
import { mediaRequirements } from './media/requirements.ts';

export type { MediaAdapterSubject, PeerDouble, PeerEvent } from './media/peer.ts';

/**
 * Creates the cases of the contract for media adapters, for any test runner. Omits cases that the declared capabilities
 * rule out. The cases take no time, because a codec has no clock.
 *
 * @example
 * ```ts
 * import { createMediaAdapterContract, type PeerDouble } from 'antiphon/testing';
 * import type { MediaAdapter } from 'antiphon/server';
 * import { describe, test } from 'vitest';
 *
 * declare const intercom: MediaAdapter;
 * declare function createPeer(): PeerDouble;
 *
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
