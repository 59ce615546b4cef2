import type { CallRecord } from '../../../src/server/calls/call.ts';
import type { Calls } from '../../../src/server/calls/calls.ts';
import { Problem } from '../../../src/server/problem.ts';
import { describeCall, LINE } from './simulatedLine.ts';
import { CAPACITY, type SimulatedNode } from './simulatedNode.ts';

/** What the routes of lines need of the calls of a node. */
export type LineCalls = Pick<Calls, 'start' | 'takeOver' | 'findLive' | 'find' | 'refusal'>;

/** Creates the calls of a node, whose sessions it takes and ends itself. */
export function createSimulatedCalls(node: SimulatedNode, createId: () => string): LineCalls {
  const callOf = (id: string): string => node.callOf(id) ?? '';
  const refusal: LineCalls['refusal'] = () => {
    if (!node.isAlive) return new Problem('node_unavailable');
    if (node.isDraining) return new Problem('draining');
    return node.load >= CAPACITY ? new Problem('at_capacity') : undefined;
  };
  const findLive: LineCalls['findLive'] = (id) =>
    node.conversations.has(id) ? describeCall(id, callOf(id)) : undefined;
  return {
    refusal,
    findLive,
    find: (id) => {
      const reason = node.endings.get(id);
      return findLive(id) ?? (reason && ({ status: { state: 'ended', reason } } as CallRecord));
    },
    start: async ({ custom_data }) => {
      const refused = refusal();
      if (refused !== undefined) throw refused;
      const id = createId();
      const call = String(custom_data['call_sid']);
      const result = await node.take(id, LINE.key, { call });
      if (result !== 'claimed') throw new Problem('at_capacity');
      return describeCall(id, call);
    },
    takeOver: async (id, found) => {
      if (!(await node.takeOver(id, found))) throw new Problem('session_elsewhere');
      return describeCall(id, callOf(id));
    },
  };
}
