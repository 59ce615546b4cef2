import { filter, map, merge, take } from 'rxjs';
import { expect, it } from 'vitest';
import { createTestSession } from '../../support/testSession.ts';

it('audio that has left is told before the cut that follows from the same instant', async () => {
  const { session, clock } = createTestSession({
    voice: [{ atMs: 320, forMs: 640 }],
    says: ['hello'],
    llm: ['One.'],
    // The session reckons itself when an utterance has stopped.
    transport: { reports: 'none' },
  });
  const seen = new Set<string>();
  const speech = session.edges.speech.pipe(filter(({ kind }) => kind === 'ended'));
  const playout = session.edges.playout.pipe(filter(({ kind }) => kind === 'sent' || kind === 'stopped'));
  merge(speech, playout)
    .pipe(map(({ kind, utterance }) => `${clock.now()} ${kind} ${utterance}`))
    .subscribe((what) => seen.add(what));
  const stopped = session.events$.pipe(filter(({ name }) => name === 'on_agent_stopped_speaking'));
  // What waits to be said begins in this instant, and is cut in it.
  clock.schedule(() => session.say('Two.'), 400);
  stopped.pipe(take(1)).subscribe(() => session.interrupt());
  await clock.run(5000);
  expect([...seen]).toEqual([
    '1586 sent u0.0',
    '1586 ended u0.0',
    '1606 sent u0.0',
    '1826 stopped u0.0',
    '1826 sent u1.0',
    '1826 ended u1.0',
    '2076 stopped u1.0',
  ]);
});
