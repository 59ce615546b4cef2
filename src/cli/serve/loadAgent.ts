import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { ServeOptions } from '../../server/serve.ts';
import { isObject } from '../../core/isObject.ts';

/** A module that `antiphon serve` serves. */
export interface AgentModule extends Pick<ServeOptions, 'agent'> {
  /** Options that flags cannot express, such as `splice`. Flags and variables take precedence. */
  readonly options?: Partial<ServeOptions> | undefined;
}

/**
 * Loads an agent's module, which exports `agent` or has it as the default export.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if it cannot be loaded or has no agent
 */
export async function loadAgent(path: string): Promise<AgentModule> {
  const loaded = await load(path);
  const { agent = loaded['default'], options = {} } = loaded;
  if (!isObject(agent)) {
    const message = `serve: expected "${path}" to export \`agent\`, or an agent as default`;
    throw new AntiphonError('usage_invalid', message);
  }
  if (!isObject(options))
    throw new AntiphonError('usage_invalid', `serve: expected \`options\` of "${path}" to be an object`);
  // `serve` checks their contents.
  return { agent, options } as unknown as AgentModule;
}

async function load(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `serve: "${path}" could not be loaded: ${messageOf(cause)}`, { cause });
  }
}
