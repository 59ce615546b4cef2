import type { ConversationLog } from '../conversationLog.ts';
import type { ExpectationSite } from '../callSite.ts';
import { fits as fitsValue } from '../textMatch.ts';
import type { Expectation, Mismatch } from './expectation.ts';

/** An expected call; with `args`, with exactly these. */
export interface ExpectedCall {
  readonly name: string;
  readonly args?: unknown;
}

/** Expects these calls, in order; other calls may come in between. */
export function expectCalls(lines: readonly (ExpectedCall & ExpectationSite)[]): Expectation {
  return (took) => {
    const calls = callsOf(took);
    let from = 0;
    return lines.flatMap((line): Mismatch[] => {
      const found = calls.findIndex((call, n) => n >= from && fits(line, call));
      if (found >= 0) from = found + 1;
      return found >= 0
        ? []
        : [{ text: `agent.calls(${writeExpected(line)}): ${describeCalls(calls)}`, source: line.source }];
    });
  };
}

/** Expects exactly these calls, in this order. */
export function expectOnlyCalls(expected: readonly ExpectedCall[]): Expectation {
  return (took) => {
    const calls = callsOf(took);
    const same = calls.length === expected.length && expected.every((line, n) => fits(line, calls[n]));
    return same ? [] : [{ text: `agent.calls([…]): ${describeCalls(calls)}` }];
  };
}

export function expectNeverCalls(name: string): Expectation {
  return (took) => {
    const calls = callsOf(took).filter((call) => call.name === name);
    return calls.length === 0 ? [] : [{ text: `agent.neverCalls('${name}'): ${describeCalls(calls)}` }];
  };
}

interface CollectedCall {
  readonly name: string;
  readonly args: unknown;
}

function fits({ name, args }: ExpectedCall, call: CollectedCall | undefined): boolean {
  return call?.name === name && (args === undefined || fitsValue(args, call.args));
}

function writeExpected({ name, args }: ExpectedCall): string {
  return args === undefined ? `'${name}'` : `'${name}', ${JSON.stringify(args)}`;
}

function describeCalls(calls: readonly CollectedCall[]): string {
  const called = calls.map(({ name, args }) => `${name}(${JSON.stringify(args)})`).join(', ');
  return `it called ${called === '' ? 'nothing' : called}`;
}

function callsOf({ events }: ConversationLog): readonly CollectedCall[] {
  return events.flatMap((event) =>
    event.name === 'on_function_calls_collected'
      ? event.input.function_calls.map((call) => ({
          name: call.function.name,
          args: parseArguments(call.function.arguments),
        }))
      : [],
  );
}

/** Parses arguments; invalid JSON is returned as it is. */
function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}
