import { pathToFileURL } from 'node:url';
import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import type { LiveAgents } from '../replay/whatIf/live/liveAgents.ts';
import { isObject } from '../core/isObject.ts';

type Loaded = Readonly<Record<string, unknown>>;

/**
 * Loads `agent` (or the default export), `agents` and `custom_data` from the `--agent` module. Resolves with undefined
 * without one.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if it cannot be loaded or has no agents
 */
export async function loadLiveAgents(path: string | undefined): Promise<LiveAgents | undefined> {
  if (path === undefined) return undefined;
  const loaded = await load(path);
  const { agents } = loaded;
  const agent = loaded['agent'] ?? loaded['default'];
  const refuse = (expected: string): never => {
    throw new AntiphonError('usage_invalid', `--agent: expected "${path}" to export ${expected}`);
  };
  if (agent === undefined && agents === undefined) refuse('`agent`, or an agent as default, or `agents`');
  if (agent !== undefined && !isAgent(agent)) refuse('an agent as `agent`');
  if (agents !== undefined && !(isObject(agents) && Object.values(agents).every(isAgent))) refuse('agents as `agents`');
  const { custom_data } = loaded;
  if (custom_data !== undefined && !isObject(custom_data)) refuse('an object as `custom_data`');
  return { agent, agents, custom_data } as LiveAgents;
}

/** Adds the module's path to the beginning of an error that names its agents. */
export function withModule(path: string | undefined, run: Promise<number>): Promise<number> {
  return run.catch((error: unknown) => {
    if (path === undefined || !(error instanceof AntiphonError) || error.code !== 'agent_unknown') throw error;
    throw new AntiphonError('agent_unknown', `--agent: "${path}": ${error.message}`, {
      ...error.details,
      cause: error,
    });
  });
}

async function load(path: string): Promise<Loaded> {
  try {
    return (await import(pathToFileURL(path).href)) as Loaded;
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `--agent: "${path}" could not be loaded: ${messageOf(cause)}`, { cause });
  }
}

function isAgent(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { configure_session, llm_response_handler } = value as Loaded;
  return typeof configure_session === 'function' && typeof llm_response_handler === 'function';
}
