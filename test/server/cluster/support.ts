import type { FastifyInstance } from 'fastify';
import { filter, firstValueFrom } from 'rxjs';
import type {
  DirectoryHealth,
  DirectoryNode,
  NodeRegistration,
  SessionDirectory,
} from '../../../src/core/sessionDirectory.ts';
import { createDirectory } from '../../../src/directory/createDirectory.ts';
import { MemoryEngine } from '../../../src/directory/memory/memoryEngine.ts';
import { describeNode, MemoryStore } from '../../../src/directory/memory/store.ts';
import { createDirectorySettings } from '../../../src/directory/options.ts';
import type { AntiphonOptions } from '../../../src/server/plugin.ts';
import { FaultyEngine } from '../../support/directory/faultyEngine.ts';
import { findPort } from '../../support/findPort.ts';
import { appWith } from '../support.ts';

export const SECRET = 'of all nodes, and of nobody else';

/** A directory that several servers of this process share. */
export interface TestDirectory {
  readonly directory: SessionDirectory;
  /** What the engine knows at this instant. */
  readonly nodes: () => readonly DirectoryNode[];
  readonly loads: () => Readonly<Record<string, number>>;
  readonly ownerOf: (session: string) => string | undefined;
  readonly sessionsOf: (id: string) => readonly string[];
  /** Makes another node claim a session of one that seems to be dead, and is back then. */
  readonly loseTo: (id: string, session: string) => void;
  /** A node is heard of no more, and hears nothing. */
  readonly die: (id: string) => void;
  /** A node that seemed to be dead is heard of again. */
  readonly revive: (id: string) => void;
  /** Takes the engine away, or gives it back. */
  readonly setAway: (isAway: boolean) => void;
  /** Resolves when a node knows this of all nodes. */
  readonly untilKnown: (id: string, isKnown: (nodes: readonly DirectoryNode[]) => boolean) => Promise<unknown>;
  readonly untilHealth: (id: string, health: DirectoryHealth) => Promise<unknown>;
}

export function testDirectory(): TestDirectory {
  // Heartbeats are frequent, and no node dies because a machine is busy.
  const settings = createDirectorySettings({ heartbeat_interval: 0.05, expiry: 30, timeout: 30 });
  const store = new MemoryStore(settings.scheduler, settings.expiryMs);
  let isAway = false;
  const dead = new Set<string>();
  const faultsOf = (id: string) => () => ({ isCut: false, delayMs: 0, isFull: false, isAway: isAway || dead.has(id) });
  const nodes = (): readonly DirectoryNode[] => store.nodes().map(describeNode);
  const registrations = new Map<string, NodeRegistration>();
  const { register } = createDirectory(
    (profile) => new FaultyEngine(new MemoryEngine(profile, store), faultsOf(profile.id), settings.scheduler),
    settings,
  );
  const registered = (id: string): NodeRegistration => {
    const registration = registrations.get(id);
    if (registration === undefined) throw new Error(`no node ${id}`);
    return registration;
  };
  return {
    directory: {
      register: (node) => {
        const registration = register(node);
        registrations.set(node.id, registration);
        return registration;
      },
    },
    nodes,
    loads: () => Object.fromEntries(nodes().map(({ id, load }) => [id, load])),
    ownerOf: (session) => store.ownerOf(session)?.profile.id,
    sessionsOf: (id) => [...(store.node(id)?.sessions.keys() ?? [])],
    loseTo: (id, session) => {
      store.clear();
      store.put(
        { id, url: `http://${id}`, capacity: 1 },
        { load: 1, draining: false, sessions: new Map([[session, 'shop']]) },
      );
    },
    die: (id) => {
      dead.add(id);
      store.remove(id);
    },
    revive: (id) => void dead.delete(id),
    setAway: (away) => void (isAway = away),
    untilKnown: (id, isKnown) => firstValueFrom(registered(id).nodes$.pipe(filter(isKnown))),
    untilHealth: (id, health) => firstValueFrom(registered(id).health$.pipe(filter((now) => now === health))),
  };
}

export interface TestNode {
  readonly id: string;
  readonly app: FastifyInstance;
  readonly url: URL;
}

/** A server that listens, as a node of a directory that it is registered in. */
export async function startNode(
  { directory, untilHealth }: TestDirectory,
  id: string,
  options: Partial<AntiphonOptions> = {},
  given?: number,
): Promise<TestNode> {
  const port = given ?? (await findPort());
  const url = `http://127.0.0.1:${port}`;
  const app = await appWith({ node_id: id, cluster: { directory, url, secrets: [SECRET] }, ...options });
  await app.listen({ host: '127.0.0.1', port });
  await untilHealth(id, 'connected');
  return { id, app, url: new URL(url) };
}
