import { createHmac, timingSafeEqual } from 'node:crypto';
import { map } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import type { DirectoryNode, NodeRegistration, SessionDirectory, NodeProfile } from '../../core/sessionDirectory.ts';
import { deriveSecrets, type SecretSource } from '../tokens/secrets.ts';

/**
 * Registers a node with a sealed address, and shows only nodes whose address is sealed with the secrets of the cluster.
 * Someone with write access to the directory's storage can therefore not redirect a node's requests to another address.
 * `refused` is called with each node whose address is not sealed.
 */
export function registerSealed(
  directory: SessionDirectory,
  profile: NodeProfile,
  secrets: SecretSource,
  refused: (id: string) => void,
): NodeRegistration {
  const keys = deriveSecrets(secrets, 'antiphon addresses');
  const registration = directory.register({ ...profile, url: seal(keys.read().newest, profile) });
  const open = (node: DirectoryNode): readonly DirectoryNode[] => {
    const known = openAddress(node, keys);
    if (known === undefined) refused(node.id);
    return known === undefined ? [] : [known];
  };
  return {
    health$: registration.health$,
    lost$: registration.lost$,
    nodes$: registration.nodes$.pipe(map((nodes) => nodes.flatMap(open))),
    publishLoad: (load) => registration.publishLoad(load),
    drain: () => registration.drain(),
    claim: (claim) => registration.claim(claim),
    confirm: (claim) => registration.confirm(claim),
    release: (session) => registration.release(session),
    count: (key) => registration.count(key),
    close: () => registration.close(),
    place: (ask) =>
      registration.place(async (node) => {
        const [known] = open(node);
        return known && ask(known);
      }),
    find: async (session) => {
      const owner = await registration.find(session);
      if (owner === undefined) return undefined;
      const [known] = open(owner);
      if (known !== undefined) return known;
      throw new AntiphonError(
        'directory_unavailable',
        `the address of node "${owner.id}" is not sealed with a secret of the cluster`,
      );
    },
  };
}

function openAddress(node: DirectoryNode, keys: SecretSource): DirectoryNode | undefined {
  const url = node.url.replace(/#.*$/u, '');
  const { newest, previous } = keys.read();
  const sealed = [newest, ...(previous === undefined ? [] : [previous])].map((key) => seal(key, { id: node.id, url }));
  return sealed.some((text) => isSame(text, node.url)) ? { ...node, url } : undefined;
}

/** Seals an address. The seal is the fragment of the URL. */
function seal(key: Uint8Array, { id, url }: Pick<NodeProfile, 'id' | 'url'>): string {
  return `${url}#${createHmac('sha256', key).update(`${id}\n${url}`).digest('base64url')}`;
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
