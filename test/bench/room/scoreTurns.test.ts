import { expect, test } from 'vitest';
import { scoreTurns, sumScores, type SpokenLine, type TimedEvent } from './scoreTurns.ts';

const LINE: SpokenLine = { text: 'what time is it', fromMs: 1000, toMs: 2000 };

test.each([
  ['after 3.5 s', 5500, 1],
  ['later', 5501, 0],
])('an answer is in time up to 3.5 s after the line: %s', (_, startsAt, answered) => {
  const events = [commit(2600, 'what time is it'), at(startsAt, 'on_agent_started_speaking')];
  expect(scoreTurns(1, [LINE], events)).toMatchObject({ answered, understood: 1, cutOff: 0, falseTurns: 0 });
});

test('an agent that goes on with what it was saying does not answer', () => {
  expect(scoreTurns(1, [LINE], [at(2500, 'on_agent_started_speaking')]).answered).toBe(0);
});

test('a turn that is committed while the line is spoken is cut off, and not answered', () => {
  const events = [commit(1500, 'what'), commit(2600, 'time is it'), at(3000, 'on_agent_started_speaking')];
  expect(scoreTurns(1, [LINE], events)).toMatchObject({ answered: 0, cutOff: 1, falseTurns: 0 });
});

test('words of the noise make a line misunderstood', () => {
  expect(scoreTurns(1, [LINE], [commit(2600, 'what time is it hello')]).understood).toBe(0);
});

test('interruptions and turns without a line are false', () => {
  const events = [500, 1500, 3500, 3501].map((atMs) => at(atMs, 'on_agent_interrupted'));
  expect(scoreTurns(1, [LINE], events).falseInterruptions).toBe(2);
  expect(scoreTurns(1, [LINE], [commit(900, 'hello'), commit(5501, 'hello')]).falseTurns).toBe(2);
});

test('a line that the guest did not come to speak counts as a turn', () => {
  expect(scoreTurns(6, [], []).turns).toBe(6);
  expect(sumScores([scoreTurns(6, [], []), scoreTurns(6, [], [])]).turns).toBe(12);
});

function at(atMs: number, name: string): TimedEvent {
  return { atMs, name, text: '' };
}

function commit(atMs: number, text: string): TimedEvent {
  return { atMs, name: 'on_user_message_added', text };
}
