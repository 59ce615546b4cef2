import type { PublicUrl } from '../addresses/publicUrl.ts';
import type { DirectoryNode } from '../../core/sessionDirectory.ts';
import type { ReturnPlace } from '../protocols/returnPlaces.ts';

const MAX_ADDRESSES = 4;

/**
 * Creates a function that returns the addresses at which a client can continue a session of this node, the service's
 * address first.
 */
export function createAddresses(
  node: { readonly id: string; readonly nodes: readonly DirectoryNode[] },
  publicUrl: PublicUrl | undefined,
): (place: ReturnPlace) => readonly string[] {
  const service = publicUrl === undefined ? [] : [publicUrl.origin + publicUrl.path];
  return (place) => {
    const others = node.nodes.filter(({ id, state }) => id !== node.id && state === 'serving').map(({ url }) => url);
    return [...service, ...others].slice(0, MAX_ADDRESSES).map((url) => addressOn(url, place));
  };
}

function addressOn(url: string, { path, isSocket }: ReturnPlace): string {
  return (isSocket ? url.replace(/^http/u, 'ws') : url).replace(/\/$/u, '') + path;
}
