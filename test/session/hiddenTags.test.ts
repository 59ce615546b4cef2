import { expect, it } from 'vitest';
import { createTestSession } from '../support/testSession.ts';
import { says, TELL_ME } from '../support/userActions.ts';

const THOUGHTS = '<think>The user is in a hurry.</think>It is noon.';

it('thoughts of a model are neither said nor remembered', async () => {
  const { clock, history, spoken } = createTestSession({ user: [TELL_ME], llm: [THOUGHTS] });
  await clock.run(10_000);
  expect(spoken()).toEqual(['It is noon.']);
  expect(history()).toEqual(['user: tell me', 'assistant: It is noon.']);
});

it('an answer that never stops thinking is an empty one', async () => {
  const { clock, history, codes } = createTestSession({ user: [TELL_ME], llm: ['<think>Hm. Well. Hm.'] });
  await clock.run(10_000);
  expect([history(), codes]).toEqual([['user: tell me'], ['empty_reply']]);
});

it('thoughts in an answer that was asked for ahead are not said either', async () => {
  const config = { preemptive_generation: true, preemptive_tts: true, min_endpointing_delay: 1.5 };
  const { clock, spoken, tts } = createTestSession({ user: [TELL_ME], llm: [THOUGHTS], config });
  await clock.run(10_000);
  expect(spoken()).toEqual(['It is noon.']);
  expect(JSON.stringify(tts.utterances)).not.toContain('hurry');
});

it.each([
  [[], THOUGHTS],
  [['thought'], THOUGHTS],
  [['think', 'thought'], 'It is noon.'],
])('hidden_tags says which: %j', async (hidden_tags, expected) => {
  const { clock, history } = createTestSession({ user: [TELL_ME], llm: [THOUGHTS], config: { hidden_tags } });
  await clock.run(20_000);
  expect(history().at(-1)).toBe(`assistant: ${expected}`);
});

it('hidden_tags changes with the next reply', async () => {
  const made = createTestSession({ user: [TELL_ME, says(4000, 'go on')], llm: ['<a>b</a>One.', '<a>b</a>Two.'] });
  made.clock.schedule(() => made.session.update({ hidden_tags: ['a'] }), 3000);
  await made.clock.run(15_000);
  expect(made.history()).toEqual(['user: tell me', 'assistant: <a>b</a>One.', 'user: go on', 'assistant: Two.']);
});
