import { AntiphonError } from '../../../core/errors.ts';
import type { Agent } from '../../../session/agent.ts';
import { describeKind } from '../../../core/describeInput.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';

/** An agent of the application that gives the answers a recording lacks. Its functions are not called. */
export type LiveAgent = Pick<Agent, 'name' | 'agents' | 'configure_session' | 'llm_response_handler'>;

/** Agents that answer turns for which the recording has no answer. */
export interface LiveAgents {
  /** The agent that the session began with. Agents listed in its `agents` are found by name too. */
  readonly agent?: LiveAgent | undefined;
  /** Agents to which the conversation may be handed over, by name; an agent without a name, by key. */
  readonly agents?: readonly LiveAgent[] | Readonly<Record<string, LiveAgent>> | undefined;
  /** Passed to their `configure_session`. @default {} */
  readonly custom_data?: Record<string, unknown> | undefined;
}

/**
 * Finds the agent in charge of a run.
 *
 * @throws AntiphonError `agent_unknown`, with the known names and the place in the recording
 */
export function findLiveAgent(name: string | undefined, live: LiveAgents, recorded: RecordedSession): LiveAgent {
  const agent = selectLiveAgent(name, live, recorded);
  if (agent !== undefined) return agent;
  const names = [...listNamed(live).keys()].map((one) => `"${one}"`).join(', ');
  const expected = name === undefined ? 'expected `agent`' : `expected an agent "${name}"`;
  const { place, turn } = describePlace(name, recorded);
  throw new AntiphonError('agent_unknown', `${place}: ${expected}, got ${names === '' ? 'no named agents' : names}`, {
    path: 'agents',
    turn,
  });
}

/** Returns the agent with this name, or undefined if it was not given. */
export function selectLiveAgent(
  name: string | undefined,
  live: LiveAgents,
  { head }: Pick<RecordedSession, 'head'>,
): LiveAgent | undefined {
  const found = name === undefined ? undefined : listNamed(live).get(name);
  // Only the session's first agent can have no name.
  const isFirst = name === head.agent && (name === undefined || live.agent?.name === undefined);
  return found ?? (isFirst ? live.agent : undefined);
}

function listNamed({ agent, agents = [] }: LiveAgents): ReadonlyMap<string, LiveAgent> {
  const named = new Map<string, LiveAgent>();
  const add = (one: LiveAgent, key?: string): void => {
    const { name = key } = one;
    if (name === undefined || named.has(name)) return;
    named.set(name, one);
    for (const other of listOf(one)) add(other as LiveAgent);
  };
  for (const [key, one] of Object.entries(agents)) add(one, Array.isArray(agents) ? undefined : key);
  if (agent?.name !== undefined) add(agent);
  else if (agent !== undefined) for (const other of listOf(agent)) add(other as LiveAgent);
  return named;
}

/** @throws AntiphonError `usage_invalid` if an agent's `agents` is not a list */
function listOf({ name, agents = [] }: LiveAgent): NonNullable<LiveAgent['agents']> {
  if (Array.isArray(agents)) return agents as NonNullable<LiveAgent['agents']>;
  const path = name === undefined ? 'agents of the agent' : `agents of "${name}"`;
  throw new AntiphonError('usage_invalid', `${path}: expected a list of agents, got ${describeKind(agents)}`, {
    path: 'agents',
  });
}

function describePlace(
  name: string | undefined,
  { head, handoffs }: RecordedSession,
): { readonly place: string; readonly turn: number | undefined } {
  const handoff = handoffs.find(({ to }) => to === name);
  if (name !== undefined && handoff !== undefined) {
    const seconds = (handoff.atMs / 1000).toFixed(3);
    return {
      place: `the conversation was handed to "${name}" at ${seconds} s, in turn ${handoff.turn}`,
      turn: handoff.turn,
    };
  }
  if (name === head.agent)
    return {
      place: `the session began with ${name === undefined ? 'an agent without a name' : `"${name}"`}`,
      turn: undefined,
    };
  return { place: `the session was resumed with "${name}"`, turn: undefined };
}
