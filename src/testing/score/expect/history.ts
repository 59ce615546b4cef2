import { isDeepStrictEqual } from 'node:util';
import type { Message } from '../../../core/message.ts';
import type { Performance } from '../performance.ts';
import { historyLane, writeMessage } from '../picture.ts';
import type { Expectation, Fault } from './fault.ts';
import { expectList } from './list.ts';

export function expectHistory(expected: readonly Partial<Message>[]): Expectation {
  return (took: Performance): readonly Fault[] =>
    expectList({
      lane: 'history',
      expected: expected.map(writeMessage),
      got: historyLane(took),
      same: (e, g) => fits(expected[e] ?? {}, took.messages[g]?.message),
    });
}

/** Keys that are left out do not count. */
function fits(expected: Partial<Message>, message: Message | undefined): boolean {
  const keys = Object.keys(expected) as (keyof Message)[];
  return message !== undefined && keys.every((key) => isDeepStrictEqual(message[key], expected[key]));
}
