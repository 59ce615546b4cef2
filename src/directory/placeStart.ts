import type { DirectoryNode } from '../core/sessionDirectory.ts';
import type { Reservation } from './engine.ts';

/** Maximum number of nodes asked for one start. More would cause a storm of requests when all are overloaded. */
const MAX_ASKED = 3;

/** Asks one node after the other, reserving a slot on each, until one answers. */
export async function placeStart<T>(
  reserve: (asked: readonly string[]) => Promise<Reservation | undefined>,
  ask: (node: DirectoryNode) => Promise<T | undefined>,
): Promise<T | undefined> {
  const asked: string[] = [];
  while (asked.length < MAX_ASKED) {
    const reservation = await reserve(asked);
    if (reservation === undefined) return undefined;
    asked.push(reservation.node.id);
    const answer = await answerOf(reservation.node, ask);
    // Not awaited: a slot that is not returned expires.
    reservation.release().catch(() => undefined);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** Returns a node's answer. An unreachable node counts as having refused. */
async function answerOf<T>(
  node: DirectoryNode,
  ask: (node: DirectoryNode) => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await ask(node);
  } catch {
    return undefined;
  }
}
