import type { ExpectationSite } from '../callSite.ts';
import type { ConversationLog } from '../conversationLog.ts';
import { fits as fitsValue } from '../textMatch.ts';
import type { Expectation } from './expectation.ts';
import { findInOrder } from './list.ts';

/** An expected call, with exactly these `args` if given. */
export interface ExpectedCall {
  readonly name: string;
  readonly args?: unknown;
}

/** Expects these calls, in order, possibly with other calls in between. */
export function expectCalls(lines: readonly (ExpectedCall & ExpectationSite)[]): Expectation {
  return (log) => {
    const calls = callsOf(log);
    return findInOrder(lines, calls, fits, ({ name, args, source }) => {
      const written = args === undefined ? `'${name}'` : `'${name}', ${JSON.stringify(args)}`;
      return { text: `agent.calls(${written}): ${describeCalls(calls)}`, source };
    });
  };
}

export function expectOnlyCalls(expected: readonly ExpectedCall[]): Expectation {
  return (log) => {
    const calls = callsOf(log);
    const same = calls.length === expected.length && expected.every((line, n) => fits(line, calls[n]));
    return same ? [] : [{ text: `agent.calls([…]): ${describeCalls(calls)}` }];
  };
}

export function expectNeverCalls(name: string): Expectation {
  return (log) => {
    const calls = callsOf(log).filter((call) => call.name === name);
    return calls.length === 0 ? [] : [{ text: `agent.neverCalls('${name}'): ${describeCalls(calls)}` }];
  };
}

function fits({ name, args }: ExpectedCall, call: ExpectedCall | undefined): boolean {
  return call?.name === name && (args === undefined || fitsValue(args, call.args));
}

function describeCalls(calls: readonly ExpectedCall[]): string {
  const called = calls.map(({ name, args }) => `${name}(${JSON.stringify(args)})`).join(', ');
  return `it called ${called === '' ? 'nothing' : called}`;
}

function callsOf({ events }: ConversationLog): readonly ExpectedCall[] {
  const calls = events.flatMap(({ name, input }) =>
    name === 'on_function_calls_collected' ? input.function_calls : [],
  );
  return calls.map(({ function: { name, arguments: json } }) => ({ name, args: parseArguments(json) }));
}

/** Parses arguments. Returns invalid JSON unchanged. */
function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}
