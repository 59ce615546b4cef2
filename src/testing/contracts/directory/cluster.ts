import { filter, firstValueFrom } from 'rxjs';
import type { DirectoryHealth, DirectoryNode, NodeRegistration } from '../../../core/sessionDirectory.ts';
import { isDeepStrictEqual } from 'node:util';
import { formatValue } from '../assertions.ts';
import type { SessionDirectorySubject } from './subject.ts';

/** A node of a case. It decides itself whether it has room for a new session. */
export interface TestNode {
  readonly id: string;
  readonly directory: NodeRegistration;
  /** Returns the number of sessions that it has accepted. */
  load(): number;
  /** Refuses all new sessions from now on. */
  refuse(): void;
  /** Accepts or refuses a new session. */
  accept(): Promise<string | undefined>;
}

export interface Cluster {
  readonly nodes: readonly TestNode[];
  node(at: number): TestNode;
  /** Places a new session via one of the nodes. Resolves with the id of the node that accepted it. */
  place(from: TestNode): Promise<string | undefined>;
}

/** Registers nodes `n0`, `n1` … with these capacities and waits until each sees all of them. */
export async function createCluster(
  subject: SessionDirectorySubject,
  capacities: readonly number[],
  skewsMs: readonly number[] = [],
): Promise<Cluster> {
  const nodes = capacities.map((capacity, at) => createNode(subject, `n${at}`, capacity, skewsMs[at]));
  for (const { id, directory } of nodes)
    await subject.wait(
      `that ${id} sees ${nodes.length} nodes`,
      seen(directory, (all) => all.length === nodes.length),
    );
  const judge = new Map(nodes.map((node) => [node.id, node]));
  return {
    nodes,
    node: (at) => requireNode(nodes, at),
    place: (from) =>
      subject.wait(
        'an answer',
        from.directory.place(async ({ id }) => judge.get(id)?.accept()),
      ),
  };
}

/** Resolves with the nodes that `registration` sees, once they satisfy `condition`. */
export function seen(
  { nodes$ }: NodeRegistration,
  condition: (nodes: readonly DirectoryNode[]) => boolean,
): Promise<readonly DirectoryNode[]> {
  return firstValueFrom(nodes$.pipe(filter(condition)));
}

/** Resolves once the registration sees exactly the nodes with these ids. */
export function sees(registration: NodeRegistration, ids: readonly string[]): Promise<unknown> {
  return seen(registration, (nodes) => isDeepStrictEqual(idsOf(nodes), ids));
}

/** Resolves once the connection to the engine is in this state. */
export function healthIs({ health$ }: NodeRegistration, expected: DirectoryHealth): Promise<unknown> {
  return firstValueFrom(health$.pipe(filter((health) => health === expected)));
}

/** Polls until the answer is the expected one. */
export async function becomes(
  subject: SessionDirectorySubject,
  what: string,
  ask: () => Promise<unknown>,
  expected: unknown,
): Promise<void> {
  let isOver = false;
  let latest: unknown;
  const askAgain = async (): Promise<void> => {
    for (;;) {
      latest = await ask().catch((error: unknown) => error);
      if (isOver || isDeepStrictEqual(latest, expected)) return;
      await subject.pause();
    }
  };
  try {
    await subject.wait(`${what}: ${formatValue(expected)}`, askAgain());
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : what}; the last answer was ${formatValue(latest)}`, {
      cause: error,
    });
  } finally {
    isOver = true;
  }
}

export function idsOf(nodes: readonly DirectoryNode[]): readonly string[] {
  return nodes.map(({ id }) => id);
}

function createNode(subject: SessionDirectorySubject, id: string, capacity: number, skewMs?: number): TestNode {
  const directory = subject.register({ id, url: `http://127.0.0.1/${id}`, capacity }, skewMs);
  let load = 0;
  let isRefusing = false;
  return {
    id,
    directory,
    load: () => load,
    refuse: () => {
      isRefusing = true;
    },
    accept: async () => {
      if (isRefusing || load >= capacity) return undefined;
      load += 1;
      await directory.publishLoad(load);
      return id;
    },
  };
}

function requireNode(nodes: readonly TestNode[], at: number): TestNode {
  const node = nodes[at];
  if (node === undefined) throw new Error(`there is no node ${at}`);
  return node;
}
