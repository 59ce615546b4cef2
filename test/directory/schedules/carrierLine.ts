import type { VirtualClock } from '../../../src/time/virtualClock.ts';
import type { Asked, LineAnswer } from './simulatedLine.ts';
import type { SimulatedNode } from './simulatedNode.ts';

/** A node does not have a call any more when the carrier opens its WebSocket: it asks again. */
const ASK_MS = 200;
const MAX_ASKS = 40;
/** From there on, a carrier has asked for so long that the call begins anew, or ends. */
const LAST_ATTEMPT = 14;

/** How the return of a line has ended: on a node, with the same or another session; or by the end of the call. */
export type LineReturn =
  | { readonly node: SimulatedNode; readonly session: string; readonly isLast: boolean }
  | { readonly hungUp: string; readonly isLast: boolean };

/** A carrier asks any node what follows, until it is told. `alive`: the nodes behind its address. */
export async function askWhatFollows(
  { session, call }: Omit<Asked, 'attempt'>,
  alive: () => readonly SimulatedNode[],
  clock: VirtualClock,
): Promise<LineReturn> {
  let attempt = 0;
  for (let n = 0; n < MAX_ASKS; n += 1) {
    await clock.sleep(ASK_MS);
    const nodes = alive();
    const asked = nodes[n % Math.max(1, nodes.length)];
    if (asked === undefined) continue;
    const answer = JSON.parse(await asked.answer({ session, attempt, call })) as LineAnswer | null;
    // Its connection was lost with the node: another one is asked.
    if (answer === null) continue;
    const isLast = attempt >= LAST_ATTEMPT;
    if ('hangUp' in answer) return { hungUp: 'the call is over', isLast };
    if ('attempt' in answer) ({ attempt } = answer);
    else {
      const node = alive().find(({ id }) => id === answer.connect);
      if (node?.conversations.has(answer.session) === true) return { node, session: answer.session, isLast };
      attempt = 0;
    }
  }
  return { hungUp: 'the carrier has given up', isLast: true };
}
