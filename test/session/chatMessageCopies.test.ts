import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ChatMessageCopies,
  createChatMessages,
  LatestRequests,
} from '../../src/session/agentCode/createChatMessages.ts';
import {
  appendFact,
  createHistory,
  createMessage,
  replaceInstructions,
  type HistoryEntry,
} from '../../src/session/history.ts';
import { handOver, type ChangedAgent } from '../../src/session/handOffChange.ts';
import type { SessionFact } from '../../src/session/floor/types.ts';
import { runs } from '../properties/runs.ts';

const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } } as const;

const facts: fc.Arbitrary<(turn: number) => SessionFact> = fc.constantFrom(
  (): SessionFact => ({ kind: 'user_message', content: 'Hi.' }),
  (turn: number) => ({ kind: 'agent_message', turn, content: 'Hello.' }) as SessionFact,
  (turn: number) =>
    ({
      kind: 'calls_executed',
      turn,
      calls: [call],
      results: [{ content: '1', tool_call_id: 'c' }],
      roundText: 'Wait.',
    }) as unknown as SessionFact,
  () => ({
    kind: 'call_finished',
    policy: 'when_idle',
    result: { role: 'tool', content: '2', tool_call_id: 'c', function: call.function },
  }),
);

const NOTES = createMessage('system', 'The user is called Ann.');

/** What changes a history otherwise: new instructions, and another agent, which may have no messages of its own. */
const changes: fc.Arbitrary<(history: readonly HistoryEntry[]) => readonly HistoryEntry[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant((history: readonly HistoryEntry[]) => history) },
  fc.constant((history: readonly HistoryEntry[]) => replaceInstructions(history, 'Be polite.')),
  fc
    .record({ messages: fc.subarray([NOTES]), history: fc.constantFrom('all' as const, 'none' as const) })
    .map((changed) => (history: readonly HistoryEntry[]) => handOver(history, changed as unknown as ChangedAgent)),
);

/** A history as it grows: facts of this turn, or of the one before, and the next turn. */
const steps = fc.array(
  fc.record({
    fact: facts,
    back: fc.nat(1),
    next: fc.boolean(),
    change: changes,
    asks: fc.boolean(),
    isHandedOver: fc.boolean(),
  }),
  { maxLength: 30 },
);

it('a copy that was made ready is that of the history at the call, whatever has been added to it', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const copies = new ChatMessageCopies();
      const requests = new LatestRequests();
      let history: readonly HistoryEntry[] = createHistory([createMessage('system', 'Be brief.')]);
      const asked: (readonly [unknown, unknown])[] = [];
      let turn = 1;
      for (const { fact, back, next, change, asks, isHandedOver } of all) {
        history = appendFact(history, fact(turn - back));
        copies.prepare(history);
        if (next) turn += 1;
        history = change(history);
        copies.prepare(history);
        if (!asks) continue;
        const options = { requests, isHandedOver };
        asked.push([copies.take(history, turn, options), createChatMessages(history, turn, options)]);
        requests.add(turn, history);
      }
      expect(asked.map(([taken]) => taken)).toEqual(asked.map(([, created]) => created));
    }),
    runs(25),
  );
});

it('what a handler does to its messages is in no other copy, and not in the history', () => {
  const copies = new ChatMessageCopies();
  const history = appendFact([], { kind: 'agent_message', turn: 0, content: 'Hello.' } as SessionFact);
  const before = createChatMessages(history, 1);
  for (let turn = 1; turn < 4; turn += 1) {
    copies.prepare(history);
    const taken = copies.take(history, turn);
    expect(taken).toEqual(before);
    Object.assign(taken[0] ?? {}, { content: 'changed' });
    taken.length = 0;
  }
});

it('new instructions replace those of the copy', () => {
  const copies = new ChatMessageCopies();
  const history = appendFact(createHistory([createMessage('system', 'Be brief.')]), {
    kind: 'agent_message',
    turn: 0,
    content: 'Hello.',
  } as SessionFact);
  copies.prepare(history);
  const replaced = replaceInstructions(history, 'Be polite.');
  expect(copies.take(replaced, 1)).toEqual(createChatMessages(replaced, 1));
});

it('what the user has said over the last agent stands behind its words when the next one is asked', () => {
  const said: readonly SessionFact[] = [
    { kind: 'user_message', content: 'Can I speak to the cook?' },
    { kind: 'calls_executed', turn: 1, calls: [call], results: [{ content: '1', tool_call_id: 'c' }], roundText: '' },
    { kind: 'user_message', content: 'Are you there?' },
    { kind: 'agent_message', turn: 1, heard: 'reported', content: 'I will put you through.' },
  ] as unknown as readonly SessionFact[];
  const history = said.reduce(appendFact, [] as readonly HistoryEntry[]);
  const changed = { messages: [], history: 'all', tool_call_id: 'c' } as unknown as ChangedAgent;
  expect(
    createChatMessages(handOver(history, changed), 2, { isHandedOver: true }).map(
      ({ role, content }) => `${role}: ${content}`,
    ),
  ).toEqual([
    'user: Can I speak to the cook?',
    'assistant: ',
    'tool: 1',
    'assistant: I will put you through.',
    'user: Are you there?',
  ]);
});

it('results that no request had come last, behind a text of the application', () => {
  const requests = new LatestRequests();
  let history = createHistory([createMessage('user', 'Hi.')]);
  requests.add(0, history);
  history = appendFact(history, {
    kind: 'calls_executed',
    turn: 0,
    round: 0,
    roundText: '',
    calls: [call],
    results: [{ role: 'tool', content: '1', tool_call_id: 'c', function: call.function }],
  });
  history = appendFact(history, {
    kind: 'agent_message',
    turn: 1,
    content: 'One more thing.',
    heard: 'estimated',
  } as never);
  expect(createChatMessages(history, 2, { requests }).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'assistant',
    'tool',
  ]);
});
