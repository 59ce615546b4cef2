import { didYouMean, isClose } from '../../core/didYouMean.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { Agent } from '../agent.ts';
import { describeInput } from '../../core/describeInput.ts';
import { EVENT_NAMES } from '../events.ts';
import type { AgentFunction } from '../sessionControl.ts';
import { cancelNameOf } from './functions/cancelFunctions.ts';

/** The fields of an agent. An agent that is only used with `createSession` has no `configure_session`. */
type AgentLike = Partial<Record<keyof Agent, unknown>>;

/**
 * Checks the handlers of an agent and its functions.
 *
 * @throws AntiphonError `usage_invalid` for the first fault, with the field as `details.path`
 */
export function checkAgent(agent: AgentLike, required: readonly (keyof Agent)[] = ['llm_response_handler']): void {
  if (typeof agent !== 'object' || agent === null)
    throw createFault('agent', `expected an agent, got ${describeInput(agent)}`);
  const fields = collectFields(agent);
  for (const name of required) checkRequired(agent, name, fields);
  for (const [name, field] of fields) checkField(name, field);
  const { functions } = agent;
  if (functions !== undefined && functions !== null) checkFunctions(functions, 'agent.functions');
}

/**
 * Checks functions by name.
 *
 * @throws AntiphonError `usage_invalid` for the first fault
 */
export function checkFunctions(functions: unknown, path: string): void {
  if (typeof functions !== 'object' || functions === null)
    throw createFault(path, `expected an object, got ${describeInput(functions)}`);
  for (const [name, value] of Object.entries(functions)) {
    checkFunction(`${path}[${JSON.stringify(name)}]`, name, value);
    const cancel = cancelNameOf(name);
    if ((value as Partial<AgentFunction<never>>).background?.cancel !== true) continue;
    if (Object.hasOwn(functions, cancel))
      throw createFault(path, `expected no function "${cancel}", the name of the one that ends "${name}"`);
    if (!FUNCTION_NAME.test(cancel))
      throw createFault(
        path,
        `expected a name of at most ${64 - 'cancel_'.length} characters for a function with cancel: true, got "${name}"`,
      );
  }
}

const HANDLERS: readonly string[] = [...EVENT_NAMES, 'on_digits', 'on_user_away', 'on_session_resumed'];

const FIELDS: readonly string[] = [...HANDLERS, 'configure_session', 'llm_response_handler', 'functions'];

/** Collects own and inherited fields: an agent may be an instance of a class. Accessors are not called. */
function collectFields(agent: object): ReadonlyMap<string, PropertyDescriptor> {
  const fields = new Map<string, PropertyDescriptor>();
  for (let owner: object | null = agent; isOwnerOfFields(owner); owner = Object.getPrototypeOf(owner) as object | null)
    for (const [name, field] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
      if (!fields.has(name)) fields.set(name, field);
  return fields;
}

/** Returns whether an object of the prototype chain may define fields of an agent. `Object.prototype` may not. */
function isOwnerOfFields(owner: object | null): owner is object {
  return owner !== null && owner !== Object.prototype;
}

function checkRequired(agent: AgentLike, name: keyof Agent, fields: ReadonlyMap<string, unknown>): void {
  if (typeof agent[name] === 'function') return;
  const own = [...fields.keys()].filter((other) => !FIELDS.includes(other));
  const like = own.find((other) => isClose(other, name, name.length / 3));
  const hint = like === undefined ? (HINTS[name] ?? '') : `; there is "${like}"`;
  throw createFault(`agent.${name}`, `expected a function, got ${describeInput(agent[name])}${hint}`);
}

const HINTS: Readonly<Record<string, string>> = {
  llm_response_handler: '; use defineAgent for an agent without a handler, which only transcribes',
};

/** Checks a handler, or a field whose name resembles that of a handler or a field. */
function checkField(name: string, { value, get }: PropertyDescriptor): void {
  if (get === undefined && (value === undefined || value === null)) return;
  if (HANDLERS.includes(name)) {
    if (get === undefined && typeof value !== 'function')
      throw createFault(`agent.${name}`, `expected a function, got ${describeInput(value)}`);
  } else if (!FIELDS.includes(name) && name.startsWith('on_')) {
    throw createFault(
      `agent.${name}`,
      `there is no handler "${name}"; expected one of ${HANDLERS.join(', ')}${didYouMean(name, HANDLERS)}`,
    );
  } else if (!FIELDS.includes(name) && isMisspelt(name)) {
    throw createFault(`agent.${name}`, `there is no field "${name}"${didYouMean(name, FIELDS)}`);
  }
}

/** Checks whether a name differs from that of a field only in case, separators or one letter. */
function isMisspelt(name: string): boolean {
  return FIELDS.some((field) => isClose(name, field, 1));
}

/** The function names that OpenAI's chat completions accept. */
const FUNCTION_NAME = /^[\w-]{1,64}$/u;

function checkFunction(path: string, name: string, value: unknown): void {
  if (!FUNCTION_NAME.test(name)) {
    const plain = name
      .replaceAll(/[^\w-]+/gu, '_')
      .replaceAll(/^_+|_+$/gu, '')
      .slice(0, 64);
    const hint = plain === '' ? '' : `; did you mean "${plain}"?`;
    throw createFault(
      path,
      `expected a name of 1 to 64 letters of a-z, A-Z, 0-9, _ and -, got ${describeInput(name)}${hint}`,
    );
  }
  const { execute, json_schema } = (value ?? {}) as { readonly execute?: unknown; readonly json_schema?: unknown };
  if (typeof execute !== 'function' || typeof json_schema !== 'object')
    throw createFault(path, `expected a function created by defineFunction, got ${describeInput(value)}`);
}

function createFault(path: string, message: string): AntiphonError {
  return new AntiphonError('usage_invalid', `${path}: ${message}`, { path });
}
