import { expect, it } from 'vitest';
import { playSession } from '../../support/playSession.ts';
import { COMMITTED, LONG, TELL_ME, does, doesLast } from '../../support/userActions.ts';
import { at } from '../../support/timedEvent.ts';

/** The first speech of a session, cut so long after its first sample was sent, and whether its answer was heard. */
async function cutAfter(ms: number, latencyMs: number) {
  const heard: boolean[] = [];
  const played = await playSession({
    user: [
      does(0, ({ session }) => void session.edges.metrics.subscribe((metric) => heard.push(metric.heard))),
      TELL_ME,
      doesLast(COMMITTED + ms, ({ session }) => session.interrupt()),
    ],
    llm: [LONG],
    transport: { latencyMs },
    untilMs: 4000,
  });
  return { ...played, heard };
}

it('a first speech that is cut before a sample was played has no event, message or heard answer', async () => {
  const { events, history, heard } = await cutAfter(0, 100);
  expect(events.at(-1)).toEqual(at(COMMITTED, 'user_message_added', 'tell me'));
  expect(history()).toEqual(['user: tell me']);
  expect(heard).toEqual([false]);
});

it('a first speech of which a sample was played starts when the client says so', async () => {
  const { events } = await cutAfter(1, 100);
  expect(events.slice(-3)).toEqual([
    at(COMMITTED + 201, 'agent_started_speaking'),
    at(COMMITTED + 201, 'agent_interrupted', ''),
    at(COMMITTED + 201, 'agent_stopped_speaking'),
  ]);
});

it('a first speech starts when its first sample is played, not when it is sent', async () => {
  const { when } = await playSession({ llm: [LONG], transport: { latencyMs: 100 } });
  expect(when('agent_started_speaking')).toEqual([COMMITTED + 200]);
});
