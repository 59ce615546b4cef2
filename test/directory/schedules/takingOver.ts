import { wordsOf } from './conversation.ts';
import { checkHeard } from './rules.ts';
import type { SimulatedNode } from './simulatedNode.ts';

/** A client of one session. */
export interface Client {
  readonly session: string;
  readonly key: string;
  /** The node that it is connected with. */
  node: SimulatedNode | undefined;
  /** What it was told last, such as that its connection is lost. */
  told: string | undefined;
  /** It ended its session, or was refused when it came back. */
  isGone: boolean;
  /** Its session was ended by a request. */
  isDeleted: boolean;
  /** All words that it has heard. */
  readonly heard: string[];
}

/**
 * Takes a session over for its client, as a server does. Resolves with whether that was in the middle of a reply; undefined: it was not.
 * Throws if the session goes on with anything but what was heard up to its last checkpoint.
 */
export async function takeOver(
  node: SimulatedNode,
  { session, heard }: Pick<Client, 'session' | 'heard'>,
): Promise<'in a reply' | 'between replies' | undefined> {
  const found = await node.takeOvers.find(session).catch(() => undefined);
  if (found === undefined || !node.isAlive || !(await node.takeOver(session, found))) return undefined;
  const { checkpoint } = found;
  const words = node.conversations.get(session)?.words ?? [];
  const isInReply = checkpoint.heard !== '';
  const kept = [...wordsOf(checkpoint.messages), ...(isInReply ? checkpoint.heard.split(' ') : [])];
  if (words.join(' ') !== kept.join(' ')) throw new Error(`${session} goes on with ${words.join(' ')}`);
  checkHeard(session, words, heard);
  return isInReply ? 'in a reply' : 'between replies';
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
