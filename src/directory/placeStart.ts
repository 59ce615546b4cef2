import type { DirectoryNode } from '../core/sessionDirectory.ts';
import type { Reservation } from './engine.ts';

/** Nodes that are asked for one start. More would be a storm when all are overloaded. */
const MAX_ASKED = 3;

/** Asks one node after the other, each with a slot reserved, until one answers. */
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
    // Nobody waits for it: a slot that is not given back expires.
    reservation.release().catch(() => undefined);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** A node that cannot be asked has refused. */
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
