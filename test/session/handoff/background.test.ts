import { expect, it } from 'vitest';
import { INTERRUPTED } from '../../../src/core/callResult.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { handOver, type ChangedAgent } from '../../../src/session/handOffChange.ts';
import { appendFact, createHistory, createMessage } from '../../../src/session/history.ts';
import { after, createFunctions } from '../background/desk.ts';
import { CALL, create, type HandedOff } from './handedOff.ts';

/** Books in the background, and hands over meanwhile. `isShared`: billing can book, too. */
async function play(isShared: boolean): Promise<HandedOff & { readonly results: readonly string[] }> {
  const clock = new VirtualClock();
  const results: string[] = [];
  const book = createFunctions({ book: { does: after(6000, 'booked') } }, clock);
  const made = create({
    llm: [{ calls: [{ id: 'b', name: 'book' }] }, 'I am on it.', { text: 'One moment.', ...CALL }],
    more: Object.fromEntries(
      Object.entries(book).map(([name, known]) => [
        name,
        { ...known, execute: async () => made.clock.sleep(6000).then(() => 'booked') },
      ]),
    ),
    billing: {
      ...(isShared && { functions: book }),
      on_function_calls_executed: (input) =>
        results.push(...input.results.map(({ content }) => `${made.clock.now()} ${content}`)),
    },
    answers: ['This is billing.', 'One more thing: it is interrupted, or booked.', 'Bye.'],
  });
  made.type(100, 'a table');
  made.type(3000, 'my invoice is wrong');
  await made.clock.run(20_000);
  return { ...made, results };
}

it('a call in the background ends with a handoff to an agent without its function, which is told', async () => {
  const { results, seen, errors } = await play(false);
  expect(errors).toEqual([]);
  expect(results.at(-1)).toMatch(new RegExp(`^\\d+ ${INTERRUPTED}$`, 'u'));
  expect(seen.at(-1)?.messages.at(-1)).toBe(`tool: ${INTERRUPTED}`);
});

it('a call in the background goes on through a handoff to an agent with a function of its name', async () => {
  const { results, seen } = await play(true);
  expect(results.at(-1)).toBe('6100 booked');
  expect(seen.at(-1)?.messages.at(-1)).toBe('tool: booked');
});

it('a result that comes between the handoff and its agent is known to that agent, although its history begins later', () => {
  const call = { id: 'b', type: 'function', function: { name: 'book', arguments: '{}' } } as const;
  const result = { tool_call_id: 'b', role: 'tool', content: 'booked', function: call.function } as const;
  const transfer = { ...call, id: 't' };
  const before = createHistory([
    createMessage('user', 'a table'),
    { ...createMessage('assistant', ''), tool_calls: [transfer] },
    { ...createMessage('tool', 'The conversation goes on.'), tool_call_id: 't' },
  ]);
  const finished = appendFact(before, { kind: 'call_finished', result, policy: 'when_idle' });
  const asked = appendFact(finished, { kind: 'user_message', content: 'hello' });
  const changed = { messages: [], history: 'summary', summary: 'A table.', tool_call_id: 't' } as const;
  const known = handOver(asked, changed as unknown as ChangedAgent);
  expect(known.map(({ message }) => `${message.role}: ${message.content}`)).toEqual([
    'system: A table.',
    'assistant: ',
    'tool: booked',
    'user: hello',
  ]);
});
