import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { EngineWorker, WorkerClient } from '../../../../providers/local/engineWorker.ts';
import { createHostSession } from '../../../../providers/local/stt/hostSession.ts';
import type { SttAnswer, SttCommand, WorkerSttEvent } from '../../../../providers/local/stt/messages.ts';
import type { SttEvent } from '../../../../src/core/ports.ts';

test('reports speech outside the grammar, and withdraws its interims', () => {
  let client: WorkerClient<SttAnswer> | undefined;
  const thread = {
    connect: (connected: WorkerClient<SttAnswer>) => {
      client = connected;
      return { send: () => {}, addPending: () => {}, disconnect: () => {} };
    },
  } as unknown as EngineWorker<SttCommand, SttAnswer>;
  const listener = new Subject<SttEvent>();
  const events: (SttEvent | 'complete')[] = [];
  listener.subscribe({ next: (event) => events.push(event), complete: () => events.push('complete') });
  const session = createHostSession(
    thread,
    { grammar: 'a grammar', language: 'en-US', decoders: 1, reject: 0.5 },
    listener,
  );
  const answer = (event: WorkerSttEvent): void => client?.onAnswer({ kind: 'event', event });
  session.next({ kind: 'start', segment: 4 });
  session.next({ kind: 'end', segment: 4 });
  session.complete();
  answer({ kind: 'rejected', segment: 4 });
  const details = { failure: false, provider: 'local', segment: 4 };
  expect(events).toEqual([
    { kind: 'report', error: expect.objectContaining({ code: 'speech_not_understood', details }) },
    { kind: 'final', segment: 4, text: '', last: true },
    'complete',
  ]);
});
