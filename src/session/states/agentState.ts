import { isAudible, isCutting, isSuspended } from '../floor/replyState.ts';
import type { Floor } from '../floor/state.ts';

/**
 * The state of the agent:
 *
 * - `idle`: does nothing
 * - `thinking`: a reply is under way, but not audible
 * - `speaking`: it is audible
 * - `executing_functions`: it is silent while functions run
 * - `interrupted`: it was cut; the heard text is not known yet, or the reply may be resumed
 */
export type AgentState = 'idle' | 'thinking' | 'speaking' | 'executing_functions' | 'interrupted';

/**
 * The states that may follow each state. Any other transition is an error of this library. `executing_functions`
 * follows `idle` if calls are collected in the very instant in which their reply has failed.
 */
export const AGENT_STATES: Readonly<Record<AgentState, readonly AgentState[]>> = {
  idle: ['thinking', 'executing_functions'],
  thinking: ['idle', 'speaking', 'executing_functions'],
  speaking: ['idle', 'thinking', 'executing_functions', 'interrupted'],
  executing_functions: ['idle', 'thinking', 'speaking'],
  interrupted: ['idle', 'thinking', 'executing_functions'],
};

export function agentStateOf({ reply, rounds, ending }: Floor): AgentState {
  if (ending?.phase === 'over') return 'idle';
  if (isCutting(reply) || isSuspended(reply) || reply?.sound.phase === 'requested') return 'interrupted';
  if (isAudible(reply)) return 'speaking';
  if (rounds.length > 0) return 'executing_functions';
  return reply === null ? 'idle' : 'thinking';
}
