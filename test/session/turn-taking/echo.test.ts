import { expect, test } from 'vitest';
import { playSession } from '../../support/playSession.ts';
import { LONG, says, TELL_ME } from '../../support/userActions.ts';

const config = { ignore_echo: true, interrupt_phrases: ['stop'] };

test('voice without words does not interrupt an agent that may hear itself', async () => {
  const { history } = await playSession({ user: [TELL_ME, says(3200, '', 1280)], llm: [LONG], config });
  expect(history()).toEqual(['user: tell me', `assistant: ${LONG}`]);
});

test('one word and half a second of voice interrupt it', async () => {
  const { history } = await playSession({ user: [TELL_ME, says(3200, 'wait', 640)], llm: [LONG, 'Yes?'], config });
  expect(history().slice(2)).toEqual(['user: wait', 'assistant: Yes?']);
});

test('an interrupt phrase interrupts it at once', async () => {
  const { when } = await playSession({
    user: [TELL_ME, says(3200, { text: 'stop', msPerWord: 160 }, 320)],
    llm: [LONG, 'Yes?'],
    config,
  });
  expect(when('agent_interrupted')).toEqual([3584]);
});

test('words said before the agent says them are the user’s', async () => {
  const { history } = await playSession({
    user: [TELL_ME, says(1952, { text: 'today my sister runs', msPerWord: 320 }, 1280)],
    llm: [LONG, 'Yes?'],
    config,
  });
  expect(history().slice(2)).toEqual(['user: today my sister runs', 'assistant: Yes?']);
});

test('the echo of an agent whose client reports late is ignored', async () => {
  const text = 'we opened in nineteen eighty';
  const { history } = await playSession({
    user: [TELL_ME, says(2144, { text, msPerWord: 320 }, 1696)],
    llm: [LONG],
    transport: { latencyMs: 200 },
    config,
  });
  expect(history()).toEqual(['user: tell me', `assistant: ${LONG}`]);
});

test('the echo of what is spoken for an abbreviation is ignored, and so is that of the words around it', async () => {
  const answer = 'SQL is what we use here for all of it, my dear friend.';
  const text = 'structured query language server is what';
  const { history, codes } = await playSession({
    user: [TELL_ME, says(2144, { text, msPerWord: 320 }, 1920)],
    llm: [answer],
    config: { ...config, pronunciation_dictionary: { SQL: 'structured query language server' } },
  });
  expect(history()).toEqual(['user: tell me', `assistant: ${answer}`]);
  expect(codes).toContain('echo');
});
