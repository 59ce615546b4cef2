import type { Stages } from 'antiphon';
import { expect, test } from 'vitest';
import { atOnce } from '../../examples/replaced-endpointing.ts';
import { createTestSession } from '../support/testSession.ts';
import { at, type TimedEvent } from '../support/timedEvent.ts';

test('a request that is complete is answered once, although the user may go on', async () => {
  const added = await messages('stop', atOnce(['stop']));
  expect(added).toEqual([at(640, 'user_message_added', 'stop'), at(940, 'agent_message_added', 'Good.')]);
});

test('anything else waits for the standard endpoint', async () => {
  const waiting = [at(1586, 'user_message_added', 'stop it'), at(1886, 'agent_message_added', 'Good.')];
  expect(await messages('stop it', atOnce(['stop it now']))).toEqual(waiting);
  expect(await messages('stop it')).toEqual(waiting);
});

/** The messages, with their times, of a user who speaks from 320 to 960 ms, a word in 300 ms, and of the agent. */
async function messages(text: string, endpointing?: Stages['endpointing']): Promise<readonly TimedEvent[]> {
  const { clock, events } = createTestSession({
    voice: [{ atMs: 320, forMs: 640 }],
    says: [text],
    llm: ['Good.'],
    options: { stages: { ...(endpointing && { endpointing }) } },
  });
  await clock.run(5000);
  return events.filter((event) => event.text !== undefined);
}
