import type { CallRecord } from '../../../src/server/calls/call.ts';
import type { ClaimResult } from '../../../src/core/sessionDirectory.ts';
import type { FoundSession } from '../../../src/server/checkpoints/checkpoints.ts';
import type { SessionEndReason } from '../../../src/session/floor/types.ts';
import { Problem } from '../../../src/server/problems/problem.ts';
import { describeCall, LINE, type LineCalls } from './simulatedLine.ts';

/** The node of these calls. */
export interface CallsNode {
  readonly isAlive: boolean;
  readonly isDraining: boolean;
  readonly isFull: boolean;
  readonly conversations: ReadonlyMap<string, unknown>;
  readonly endings: ReadonlyMap<string, SessionEndReason>;
  callOf(session: string): string | undefined;
  take(session: string, key: string, of: { readonly call: string }): Promise<ClaimResult | undefined>;
  takeOver(session: string, found: FoundSession): Promise<boolean>;
}

/** Creates the calls of a node, whose sessions it takes and ends itself. */
export function createSimulatedCalls(node: CallsNode, createId: () => string): LineCalls {
  const callOf = (id: string): string => node.callOf(id) ?? '';
  const refusal: LineCalls['refusal'] = () => {
    if (!node.isAlive) return new Problem('node_unavailable');
    if (node.isDraining) return new Problem('draining');
    return node.isFull ? new Problem('at_capacity') : undefined;
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
