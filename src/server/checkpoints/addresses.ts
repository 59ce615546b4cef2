import type { PublicUrl } from '../addresses/publicUrl.ts';
import type { ClusterNode } from '../cluster/clusterNode.ts';

const MAX_ADDRESSES = 4;

/** Creates what returns the addresses at which a client can go on with a session of this node, that of the service first. */
export function createAddresses(
  node: Pick<ClusterNode, 'id' | 'nodes'>,
  publicUrl: PublicUrl | undefined,
): (session: string) => readonly string[] {
  const service = publicUrl === undefined ? [] : [publicUrl.origin + publicUrl.path];
  return (session) => {
    const others = node.nodes.filter(({ id, state }) => id !== node.id && state === 'serving').map(({ url }) => url);
    return [...service, ...others].slice(0, MAX_ADDRESSES).map((url) => mediaOf(url, session));
  };
}

/** The address of a session's WebSocket on a node. */
function mediaOf(url: string, session: string): string {
  return `${url.replace(/^http/u, 'ws').replace(/\/$/u, '')}/v1/sessions/${session}/media`;
}
