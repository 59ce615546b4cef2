import { expect, it } from 'vitest';
import { contain } from '../../src/session/containment/containment.ts';
import { notify } from '../../src/session/agentCode/notify.ts';

const EVENTS = 100_000;

it('100,000 events whose handlers never resolve: each is called at once, in order, and none is reported', () => {
  const called: number[] = [];
  const reported: unknown[] = [];
  const context = { report: (error: unknown) => void reported.push(error), contain };
  const agent = {
    on_user_message_added: ({ session_data }: { readonly session_data: { readonly n: number } }) => {
      called.push(session_data.n);
      return new Promise(() => undefined);
    },
  };
  for (let n = 0; n < EVENTS; n += 1) {
    const input = { session_data: { n } };
    notify(agent, { name: 'on_user_message_added', input }, context);
    expect(called.length).toBe(n + 1);
  }
  expect(called.every((number, at) => number === at)).toBe(true);
  expect(reported).toEqual([]);
});
