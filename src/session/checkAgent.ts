import { didYouMean, edits } from '../core/didYouMean.ts';
import { AntiphonError } from '../core/errors.ts';
import type { NameSet } from '../core/names.ts';
import type { Agent, EventInputs } from './agent.ts';
import { describeInput } from './config/maskConfig.ts';

/** What a session needs of an agent; one that is only served has no `configure_session`. */
type AgentLike = Partial<Record<keyof Agent, unknown>>;

/**
 * Checks an agent when a session starts: a handler that is missing, unknown or no function, and functions that no model takes.
 *
 * @throws AntiphonError `usage_invalid`, with the field as `details.path`
 */
export function checkAgent(agent: AgentLike, needed: readonly (keyof Agent)[] = ['llm_response_handler']): void {
  if (typeof agent !== 'object' || agent === null) throw fault('agent', `expected an agent, got ${got(agent)}`);
  const fields = fieldsOf(agent);
  for (const name of needed) checkNeeded(agent, name, fields);
  for (const [name, field] of fields) checkField(name, field);
  const { functions } = agent;
  if (functions === undefined || functions === null) return;
  if (typeof functions !== 'object') throw fault('agent.functions', `expected an object, got ${got(functions)}`);
  for (const [name, made] of Object.entries(functions)) checkFunction(name, made);
}

const EVENTS: NameSet<keyof EventInputs> = {
  on_agent_started_speaking: true,
  on_user_started_speaking: true,
  on_agent_stopped_speaking: true,
  on_user_stopped_speaking: true,
  on_agent_message_added: true,
  on_user_message_added: true,
  on_agent_interrupted: true,
  on_function_calls_collected: true,
  on_function_calls_executed: true,
};

const FIELDS: NameSet<keyof Agent> = {
  ...EVENTS,
  configure_session: true,
  llm_response_handler: true,
  functions: true,
};

/** Own and inherited fields of an agent, which may be an instance of a class. Accessors are not called. */
function fieldsOf(agent: object): ReadonlyMap<string, PropertyDescriptor> {
  const fields = new Map<string, PropertyDescriptor>();
  for (let owner: object | null = agent; owner !== null; owner = Object.getPrototypeOf(owner) as object | null)
    for (const [name, field] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
      if (!fields.has(name)) fields.set(name, field);
  return fields;
}

function checkNeeded(agent: AgentLike, name: keyof Agent, fields: ReadonlyMap<string, unknown>): void {
  if (typeof agent[name] === 'function') return;
  const own = [...fields.keys()].filter((other) => !Object.hasOwn(FIELDS, other));
  const like = own.find((other) => edits(other, name) <= name.length / 3);
  const hint = like === undefined ? '' : `; there is "${like}"`;
  throw fault(`agent.${name}`, `expected a function, got ${got(agent[name])}${hint}`);
}

/** Other fields are the agent's own, unless they look like a handler. */
function checkField(name: string, { value, get }: PropertyDescriptor): void {
  if (get === undefined && (value === undefined || value === null)) return;
  if (Object.hasOwn(EVENTS, name)) {
    if (get === undefined && typeof value !== 'function')
      throw fault(`agent.${name}`, `expected a function, got ${got(value)}`);
  } else if (!Object.hasOwn(FIELDS, name) && name.startsWith('on_')) {
    const handlers = Object.keys(EVENTS);
    const meant = didYouMean(name, handlers);
    throw fault(`agent.${name}`, `there is no handler "${name}", but ${handlers.join(', ')}${meant}`);
  } else if (!Object.hasOwn(FIELDS, name) && isMisspelt(name)) {
    throw fault(`agent.${name}`, `there is no field "${name}"${didYouMean(name, Object.keys(FIELDS))}`);
  }
}

/** Whether a name is that of a field but for case and separators, or one letter. */
function isMisspelt(name: string): boolean {
  return Object.keys(FIELDS).some((field) => edits(name, field) <= 1);
}

/** What OpenAI's chat completions take, and with them all services of their make. */
const FUNCTION_NAME = /^[\w-]{1,64}$/u;

function checkFunction(name: string, made: unknown): void {
  const path = `agent.functions[${JSON.stringify(name)}]`;
  if (!FUNCTION_NAME.test(name)) {
    const plain = name
      .replaceAll(/[^\w-]+/gu, '_')
      .replaceAll(/^_+|_+$/gu, '')
      .slice(0, 64);
    const hint = plain === '' ? '' : `; did you mean "${plain}"?`;
    throw fault(path, `expected a name of 1 to 64 letters of a-z, A-Z, 0-9, _ and -, got ${got(name)}${hint}`);
  }
  const { execute, json_schema } = (made ?? {}) as { readonly execute?: unknown; readonly json_schema?: unknown };
  if (typeof execute !== 'function' || typeof json_schema !== 'object')
    throw fault(path, `expected a function made by defineFunction, got ${got(made)}`);
}

function got(value: unknown): string {
  return describeInput(value, []);
}

function fault(path: string, message: string): AntiphonError {
  return new AntiphonError('usage_invalid', `${path}: ${message}`, { path });
}
