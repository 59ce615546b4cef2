import type { Message } from '../../../core/message.ts';
import { historyLane, writeMessage } from '../lanes.ts';
import { fits as fitsValue, type ExpectedText } from '../textMatch.ts';
import type { Expectation } from './expectation.ts';
import { compareLists } from './list.ts';

export function expectHistory(expected: readonly ExpectedMessage[]): Expectation {
  return (log) =>
    compareLists({
      lane: 'history',
      expected: expected.map(writeMessage),
      got: historyLane(log),
      same: (e, g) => fits(expected[e] ?? {}, log.messages[g]?.message),
    });
}

/** A message, or some of its keys; `content` and `name` may be patterns. */
export type ExpectedMessage = Partial<Omit<Message, 'content' | 'name'>> & {
  readonly content?: Message['content'] | ExpectedText | undefined;
  readonly name?: Message['name'] | ExpectedText | undefined;
};

/** Compares only the given keys. */
function fits(expected: ExpectedMessage, message: Message | undefined): boolean {
  const keys = Object.keys(expected) as (keyof Message)[];
  return message !== undefined && keys.every((key) => fitsValue(expected[key], message[key]));
}
