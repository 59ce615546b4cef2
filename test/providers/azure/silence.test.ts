import { from } from 'rxjs';
import { expect, test } from 'vitest';
import { azureStt } from '../../../providers/azure/stt.ts';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createSocketDouble, type ServerBehaviour } from '../../../src/testing/wire/socketDouble.ts';
import { parseStrictly, createServerText } from '../../fakes/azure/frames.ts';
import { still } from './score.ts';

test('a turn that is never ended costs neither its phrase nor the next segment', () => {
  const clock = new VirtualClock();
  const server = [service('Hello.', { endsTurns: false }), service('Goodbye.', { endsTurns: true })];
  const { openSocket, connections } = createSocketDouble({ server, scheduler: clock });
  const stt = azureStt({ api_key: 'fake-key', region: 'westeurope' }, { openSocket, scheduler: clock, ...still() });
  const events: SttEvent[] = [];
  const listening = stt.transcribe(from([...segment(0), ...segment(1)])).subscribe((event) => events.push(event));
  clock.flush(10_000);
  expect(events.filter(({ kind }) => kind !== 'interim')).toEqual([
    { kind: 'final', segment: 0, text: 'Hello.' },
    { kind: 'final', segment: 1, text: 'Goodbye.' },
  ]);
  expect(connections.map(({ atMs }) => atMs)).toEqual([0, 2500]);
  listening.unsubscribe();
});

/** Hears the same in every turn. */
function service(text: string, { endsTurns }: { readonly endsTurns: boolean }): ServerBehaviour {
  const phrase = { RecognitionStatus: 'Success', DisplayText: text, Offset: 0, Duration: 0 };
  return {
    onFrame: (frame, server) => {
      const { path = '', requestId = '', body = '' } = parseStrictly(frame, () => {}) ?? {};
      if (path !== 'audio' || body.length > 0) return;
      server.send(createServerText('speech.phrase', requestId, phrase));
      if (endsTurns) server.send(createServerText('turn.end', requestId));
    },
  };
}

function segment(number: number): readonly SttInput[] {
  const frame = { samples: new Int16Array(1600).fill(7), sampleRate: 16_000 };
  return [
    { kind: 'start', segment: number },
    { kind: 'audio', segment: number, frame },
    { kind: 'end', segment: number },
  ];
}
