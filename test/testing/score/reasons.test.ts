import { expect, test } from 'vitest';
import type { Score } from '../../../src/testing/score/writtenScore.ts';
import type { Duration } from '../../../src/testing/score/time.ts';
import { score } from '../../../src/testing/score.ts';
import type { ScoreOptions } from '../../../src/testing/score/options.ts';
import { concierge, STORY } from './concierge.ts';

/** Plays a score that fails, and returns the lines of its error that give reasons. */
async function reasonsOf(write: (score: Score) => void, options: ScoreOptions = {}): Promise<readonly string[]> {
  const message = await score(concierge(), write, { llm: [STORY, 'Yes?'], ...options }).then(
    () => '',
    (error: Error) => error.message,
  );
  return message
    .split('\n')
    .filter((line) => line.includes('(docs/'))
    .map((line) => line.trim());
}

const interrupts = ({ user, after }: Score, forMs: Duration): void => {
  user.says('1s', 'tell me about the restaurant', '1200ms');
  user.says(after('agent_started_speaking', '800ms'), 'wait please', forMs);
};

test('an interruption that was not expected has its reason', async () => {
  const lines = await reasonsOf((written) => {
    interrupts(written, '700ms');
    written.events.never('agent_interrupted');
  });
  expect(lines).toEqual(['interrupted: 512 ms of voice, 500 needed (docs/turn-taking.md#what-interrupts-the-agent)']);
});

test('an interruption that is missing has what it lacked', async () => {
  const lines = await reasonsOf((written) => {
    interrupts(written, '320ms');
    written.agent.heard('We opened in');
  });
  expect(lines).toEqual([
    'not interrupted: 320 ms of voice, 500 needed (docs/turn-taking.md#what-interrupts-the-agent)',
  ]);
});

test('an interruption that is missing at a time has what it lacked then', async () => {
  const lines = await reasonsOf((written) => {
    interrupts(written, '700ms');
    written.events.at('agent_interrupted', '4s');
  });
  expect(lines).toEqual([
    'not interrupted: 352 ms of voice, 500 needed (docs/turn-taking.md#what-interrupts-the-agent)',
  ]);
});

test('each event that was not expected has its own reason', async () => {
  const lines = await reasonsOf(({ user, after, events }) => {
    user.types('1s', 'tell me about the restaurant');
    user.types(after('agent_stopped_speaking', '1s'), 'thanks');
    events.never('user_message_added');
  });
  expect(lines.map((line) => line.replace(/ \(.*/u, ''))).toEqual(['turn 0 is committed', 'turn 1 is committed']);
});

test('speech over another reply does not explain why this one was heard', async () => {
  const lines = await reasonsOf(
    ({ user, after, agent }) => {
      user.types('1s', 'tell me about the restaurant');
      user.types(after('agent_stopped_speaking', '1s'), 'and then?');
      user.says(after('agent_started_speaking', '800ms'), 'wait please', '320ms');
      agent.heard('We opened in');
    },
    { llm: [STORY, STORY] },
  );
  expect(lines).toEqual([]);
});

test('a turn that came too late has what it waited for', async () => {
  const lines = await reasonsOf(({ user, events }) => {
    user.says('1s', 'tell me about the restaurant', '1200ms');
    events.by('user_message_added', '2.5s');
  });
  expect(lines).toEqual(['waits: segment 0 is still open (docs/turn-taking.md#when-the-users-turn-ends)']);
});

test('an expectation that no decision is about has no reason', async () => {
  const lines = await reasonsOf(({ user, agent }) => {
    user.types('1s', 'hello');
    agent.calls('book');
  });
  expect(lines).toEqual([]);
});
