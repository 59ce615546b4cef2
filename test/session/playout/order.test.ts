import { distinct, filter, map, merge, NEVER, Subject, take } from 'rxjs';
import { expect, it } from 'vitest';
import type { PlayoutCommand } from '../../../src/core/playout.ts';
import { playout } from '../../../src/session/standardStages/playout/playout.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createTestSession } from '../../support/testSession.ts';

it('audio that was sent is reported before the cut in the same instant', async () => {
  const { session, clock } = createTestSession({
    voice: [{ atMs: 320, forMs: 640 }],
    says: ['hello'],
    llm: ['One.'],
    // The session reckons itself when an utterance has stopped.
    transport: { reports: 'none' },
  });
  const seen: { atMs: number; kind: string; utterance: string }[] = [];
  const speech = session.edges.speech.pipe(filter(({ kind }) => kind === 'ended'));
  const playout = session.edges.playout.pipe(filter(({ kind }) => kind === 'sent' || kind === 'stopped'));
  merge(speech, playout)
    .pipe(
      map(({ kind, utterance }) => ({ atMs: clock.now(), kind, utterance })),
      distinct((event) => JSON.stringify(event)),
    )
    .subscribe((event) => seen.push(event));
  const stopped = session.events$.pipe(filter(({ name }) => name === 'on_agent_stopped_speaking'));
  // Speech that waits begins in this instant, and is cut in it.
  clock.schedule(() => session.say('Two.'), 400);
  stopped.pipe(take(1)).subscribe(() => session.interrupt());
  await clock.run(5000);
  expect(seen).toEqual([
    { atMs: 1586, kind: 'sent', utterance: 'u0.0' },
    { atMs: 1586, kind: 'ended', utterance: 'u0.0' },
    { atMs: 1606, kind: 'sent', utterance: 'u0.0' },
    { atMs: 1826, kind: 'stopped', utterance: 'u0.0' },
    { atMs: 1826, kind: 'sent', utterance: 'u1.0' },
    { atMs: 1826, kind: 'ended', utterance: 'u1.0' },
    { atMs: 2076, kind: 'stopped', utterance: 'u1.0' },
  ]);
});

it('a frame is reported once the client has it', () => {
  const commands = new Subject<PlayoutCommand>();
  const sent = new Subject<void>();
  const kinds: string[] = [];
  const ledger = playout({ speech: NEVER, reports: NEVER, sent, scheduler: new VirtualClock() });
  commands.pipe(ledger).subscribe(({ kind }) => kinds.push(kind));
  commands.next({ kind: 'start', utterance: 'u', sampleRate: 1000 });
  commands.next({ kind: 'audio', utterance: 'u', frame: { samples: new Int16Array(20), sampleRate: 1000 } });
  expect(kinds).toEqual([]);
  sent.next();
  expect(kinds).toEqual(['sent', 'started']);
});
