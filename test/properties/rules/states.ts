import { AGENT_STATES } from '../../../src/session/states/agentState.ts';
import { entriesOf, type Recording } from '../recording.ts';

/** The agent's state follows the edges that are documented. */
export function agentStatesFollowTheirEdges(recording: Recording): readonly string[] {
  const states = entriesOf(recording, 'agentState');
  return states.slice(1).flatMap(({ atMs, value }, at) => {
    const before = states[at]?.value ?? 'idle';
    return AGENT_STATES[before].includes(value) ? [] : [`${atMs} the agent that is ${before} becomes ${value}`];
  });
}

/** At the end of a session nobody does anything. */
export function statesEndQuiet(recording: Recording): readonly string[] {
  if (recording.endedMs === null) return [];
  const agent = entriesOf(recording, 'agentState').at(-1)?.value;
  const user = entriesOf(recording, 'userState').at(-1)?.value;
  return agent === 'idle' && user === 'silent' ? [] : [`the agent is ${agent} and the user ${user} at the end`];
}
