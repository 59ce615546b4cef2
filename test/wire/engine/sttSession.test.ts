import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { EngineClient } from '../../../src/wire/engine/engineHost.ts';
import type { EngineSttEvent, SttSessionAnswer } from '../../../src/wire/engine/messages.ts';
import { openSttSession } from '../../../src/wire/engine/sttSession.ts';
import type { SttEvent } from '../../../src/core/ports.ts';

test('reports speech outside the grammar, and withdraws its interims', () => {
  let client: EngineClient<SttSessionAnswer> | undefined;
  const connect = (connected: EngineClient<SttSessionAnswer>) => {
    client = connected;
    return { send: () => {}, addPending: () => {}, disconnect: () => {} };
  };
  const listener = new Subject<SttEvent>();
  const events: (SttEvent | 'complete')[] = [];
  listener.subscribe({ next: (event) => events.push(event), complete: () => events.push('complete') });
  const session = openSttSession({ provider: 'local', settings: {}, connect, listener });
  const answer = (event: EngineSttEvent): void => client?.onAnswer({ kind: 'event', event });
  session.next({ kind: 'start', segment: 4 });
  session.next({ kind: 'end', segment: 4 });
  session.complete();
  answer({ kind: 'rejected', segment: 4, message: 'the speech is not a sentence of the grammar' });
  const details = { failure: false, provider: 'local', segment: 4 };
  expect(events).toEqual([
    { kind: 'report', error: expect.objectContaining({ code: 'speech_not_understood', details }) },
    { kind: 'final', segment: 4, text: '', last: true },
    'complete',
  ]);
});

test('fails a segment whose engine cannot be started, and the next one tries again', () => {
  let attempts = 0;
  const connect = (): never => {
    attempts += 1;
    throw new Error('spawn ENOMEM');
  };
  const listener = new Subject<SttEvent>();
  const events: SttEvent[] = [];
  listener.subscribe((event) => events.push(event));
  const session = openSttSession({ provider: 'sherpa', settings: {}, connect, listener });
  for (const segment of [0, 1]) {
    session.next({ kind: 'start', segment });
    session.next({ kind: 'end', segment });
  }
  const error = expect.objectContaining({ code: 'provider_failed', message: 'spawn ENOMEM' });
  expect(events).toEqual([0, 1].map((segment) => ({ kind: 'failed', segment, error })));
  expect(attempts).toBeGreaterThan(1);
});
