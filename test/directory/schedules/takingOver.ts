import type { SimulatedNode } from './simulatedNode.ts';

/** A client of one session. */
export interface Client {
  readonly session: string;
  readonly key: string;
  /** The call of a telephone line, whose carrier asks what follows. @default a client of its own */
  readonly call?: string | undefined;
  /** The node that it is connected with. */
  node: SimulatedNode | undefined;
  /** What it was told last, such as that its connection is lost. */
  told: string | undefined;
  /** It ended its session, or was refused when it came back. */
  isGone: boolean;
  /** Its session was ended by a request. */
  isDeleted: boolean;
  /** How often its connection was lost. */
  losses: number;
  /** All words that it has heard. */
  readonly heard: string[];
}

/** Takes a session over for its client, as a server does. Resolves with whether the node has it. */
export async function takeOver(node: SimulatedNode, session: string): Promise<boolean> {
  const found = await node.takeOvers.find(session).catch(() => undefined);
  return found !== undefined && node.isAlive && node.takeOver(session, found);
}

/**
 * Asks a node to end a session. Resolves with `ended` for one that waited for its client, `live` if a node has it, and undefined if the node
 * cannot say.
 */
export async function askToDelete(
  node: SimulatedNode,
  { session, node: connected }: Pick<Client, 'session' | 'node'>,
): Promise<'ended' | 'live' | undefined> {
  try {
    const owner = await node.registration.find(session);
    if (owner !== undefined) return connected?.isAlive === true && connected.id === owner.id ? 'live' : undefined;
    const found = await node.takeOvers.find(session);
    if (found === undefined) return undefined;
    await node.takeOvers.end(session, found);
    return node.isAlive ? 'ended' : undefined;
  } catch {
    return undefined;
  }
}
