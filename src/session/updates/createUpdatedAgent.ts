import { isObservable, mergeMap, of } from 'rxjs';
import type { OnDigitsInput, OnUserAwayInput } from '../agent.ts';
import type { AgentFunction, ChangedFunctions, FunctionContext } from '../sessionControl.ts';
import type { FillerInput } from '../config/filler.ts';
import { fromReturned } from '../agentCode/functions/fromReturned.ts';
import { Handoff } from '../agentCode/handoff.ts';
import type { AnsweringAgent } from '../recording.ts';
import type { SessionUpdates } from './createUpdates.ts';

type HandOff = (asked: Handoff, context: FunctionContext<object>) => Promise<string>;

/**
 * Creates the currently answering agent, with the functions that replace its own. Its fields may be set at any time.
 */
export function createUpdatedAgent<SessionData extends object>(
  first: AnsweringAgent<SessionData>,
  updates: Pick<SessionUpdates, 'functions' | 'agent' | 'settings'>,
  handOff: HandOff,
): AnsweringAgent<SessionData> {
  const current = (): AnsweringAgent<SessionData> =>
    (updates.agent()?.agent as unknown as AnsweringAgent<SessionData> | undefined) ?? first;
  const wrapped = new WeakMap<object, AgentFunction<SessionData>>();
  const wrap = (own: AgentFunction<SessionData>): AgentFunction<SessionData> => {
    const known = wrapped.get(own) ?? withHandoff(own, updates, handOff);
    wrapped.set(own, known);
    return known;
  };
  return {
    llm_response_handler: (input) => current().llm_response_handler(withData(input, updates)),
    get on_digits() {
      const own = current();
      return own.on_digits && ((input: OnDigitsInput<SessionData>) => own.on_digits?.(withData(input, updates)));
    },
    get on_user_away() {
      const own = current();
      return (
        own.on_user_away && ((input: OnUserAwayInput<SessionData>) => own.on_user_away?.(withData(input, updates)))
      );
    },
    get filler() {
      const text = updates.settings.ofReply().filler?.text;
      return typeof text === 'function' ? (input: FillerInput) => text(withData(input, updates)) : undefined;
    },
    get functions() {
      const functions = updates.functions() ?? first.functions;
      return functions && mapValues(functions, wrap);
    },
  };
}

/** Returns the input with the session data of the answering agent. Its getters stay getters. */
function withData<Input extends { readonly session_data: unknown }>(
  input: Input,
  { agent }: Pick<SessionUpdates, 'agent'>,
): Input {
  const changed = agent();
  if (changed === undefined) return input;
  const data = { value: changed.sessionData, enumerable: true, writable: true, configurable: true };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(input), session_data: data }) as Input;
}

function withHandoff<SessionData extends object>(
  own: AgentFunction<SessionData>,
  updates: Pick<SessionUpdates, 'agent'>,
  handOff: HandOff,
): AgentFunction<SessionData> {
  return {
    ...own,
    execute: (args, context) => {
      const given = withData(context, updates);
      const returned = own.execute(args, given);
      if (!mayHandOff(returned)) return returned;
      return fromReturned(returned, throwAgain).pipe(
        mergeMap((value) => {
          if (!(value instanceof Handoff)) return of(value);
          if (own.background === undefined) return handOff(value, given);
          throw new TypeError('expected a result, got a handoff: a function in the background cannot hand over');
        }),
      );
    },
  };
}

function mayHandOff(returned: unknown): boolean {
  return (
    returned instanceof Handoff ||
    isObservable(returned) ||
    typeof (returned as PromiseLike<unknown> | undefined)?.then === 'function'
  );
}

/** Rethrows the error of a teardown to the code that has unsubscribed, which reports it. */
function throwAgain(error: unknown): never {
  throw error;
}

function mapValues<SessionData extends object>(
  functions: Readonly<Record<string, AgentFunction<SessionData>>>,
  map: (own: AgentFunction<SessionData>) => AgentFunction<SessionData>,
): ChangedFunctions & Readonly<Record<string, AgentFunction<SessionData>>> {
  return Object.fromEntries(Object.entries(functions).map(([name, own]) => [name, map(own)]));
}
