import { isDeepStrictEqual } from 'node:util';
import type { Moment } from '../../diagram.ts';
import type { Performance } from '../performance.ts';
import { agentLane } from '../picture.ts';
import type { Expectation, Fault } from './fault.ts';

/** All that should be heard, in order; other messages may lie between. */
export function expectHeard(texts: readonly string[]): Expectation {
  return (took) => {
    const lane = agentLane(took);
    const spare = new Set(lane.filter(({ text }) => !texts.includes(text)));
    let from = 0;
    return texts.flatMap((text): Fault[] => {
      const found = lane.findIndex((moment, n) => n >= from && moment.text === text);
      if (found >= 0) from = found + 1;
      return found >= 0 ? [] : [notHeard(text, lane, from, spare)];
    });
  };
}

/** In its place stands the next message that nobody expects. */
function notHeard(text: string, lane: readonly Moment[], from: number, spare: Set<Moment>): Fault {
  const instead = lane.find((moment, n) => n >= from && spare.delete(moment));
  const end = lane.at(-1)?.toMs ?? 0;
  const { atMs, toMs } = instead ?? { atMs: end, toMs: undefined };
  return {
    text: `agent.heard('${text}'): ${whatWasHeard(lane)}`,
    missing: [{ lane: 'agent', atMs, toMs, text }],
    unwanted: instead === undefined ? [] : [instead],
  };
}

export function expectNeverSays(text: string | undefined): Expectation {
  return (took) => {
    const lane = agentLane(took);
    const unwanted = lane.filter((moment) => text === undefined || moment.text.includes(text));
    const written = text === undefined ? '' : `'${text}'`;
    return unwanted.length === 0 ? [] : [{ text: `agent.neverSays(${written}): ${whatWasHeard(unwanted)}`, unwanted }];
  };
}

export function expectCalls(name: string, args: unknown): Expectation {
  return (took) => {
    const calls = callsOf(took);
    const fits = calls.some((call) => call.name === name && (args === undefined || isDeepStrictEqual(call.args, args)));
    const called = calls.map((call) => `${call.name}(${JSON.stringify(call.args)})`).join(', ');
    const expected = args === undefined ? `'${name}'` : `'${name}', ${JSON.stringify(args)}`;
    return fits ? [] : [{ text: `agent.calls(${expected}): it called ${called === '' ? 'nothing' : called}` }];
  };
}

function callsOf({ events }: Performance): readonly { readonly name: string; readonly args: unknown }[] {
  return events.flatMap((event) =>
    event.name === 'on_function_calls_collected'
      ? event.input.function_calls.map((call) => ({ name: call.function.name, args: read(call.function.arguments) }))
      : [],
  );
}

/** Arguments as the model wrote them, where they are no JSON. */
function read(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}

function whatWasHeard(lane: readonly Moment[]): string {
  return lane.length === 0 ? 'nothing was heard' : `heard was ${lane.map(({ text }) => `'${text}'`).join(', ')}`;
}
