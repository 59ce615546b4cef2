import { expect, test } from 'vitest';
import { score } from '../../../src/testing/score.ts';
import { concierge, STORY } from './concierge.ts';

const llm = [STORY, 'Yes?', 'Good night.'];

test('two actions may hang on one event', async () => {
  const { events } = await score(
    concierge(),
    ({ user, after, events }) => {
      user.types('1s', 'tell me');
      user.mutes(after('agent_started_speaking', '200ms'));
      user.unmutes(after('agent_started_speaking', '500ms'));
      user.types(after('agent_started_speaking', '800ms'), 'wait');
      events.at('agent_interrupted', after('agent_started_speaking', '800ms'));
    },
    { llm },
  );
  expect(events.filter(({ name }) => name === 'on_agent_interrupted').map(({ at }) => at)).toEqual([1800]);
});

test('a line below means the same event, whatever is done in between', () =>
  score(
    concierge(),
    ({ user, after, events }) => {
      user.types('1s', 'tell me');
      user.types(after('agent_started_speaking', '800ms'), 'wait');
      user.types('10s', 'and now?');
      user.mutes(after('agent_started_speaking', '900ms'));
      events.at('agent_interrupted', after('agent_started_speaking', '800ms'));
    },
    { llm },
  ));

test('the nth event is counted from the same place by actions and expectations', () =>
  score(
    concierge(),
    ({ user, after, events }) => {
      user.types('1s', 'tell me');
      user.types(after('agent_started_speaking', '800ms'), 'wait');
      user.types(after('agent_started_speaking', '100ms', 2), 'and now?');
      events.at('agent_interrupted', after('agent_started_speaking', '800ms'));
      events.at('agent_interrupted', after('agent_started_speaking', '100ms', 2));
    },
    { llm },
  ));

test('an event that never comes is named, with the line', async () => {
  const play = score(concierge(), ({ user, after }) => {
    user.types('1s', 'hello');
    user.mutes(after('agent_started_speaking', '1s', 7));
  });
  await expect(play).rejects.toThrow(
    /the event that it refers to never came: user: 'mutes', 1000 ms after agent_started_speaking number 7\n {2}at .*after\.test\.ts:\d+:/u,
  );
});

test('an unexpected failure has the line of the action before it', async () => {
  const play = score(concierge(), ({ user }) => user.types('1s', 'hello'), { llm: [] });
  await expect(play).rejects.toThrow(/errors\.has\('handler_failed'\).*\n {2}at .*after\.test\.ts:\d+:/u);
});

test.each([0, 1.5, -1])('%f is no number of an event', async (nth) => {
  const play = score(concierge(), ({ after }) => void after('agent_interrupted', '0s', nth));
  await expect(play).rejects.toThrow('after: expected a number of 1 or more for nth');
});
