import { expect, it } from 'vitest';
import { TtsConnection } from '../../../src/wire/tts/ttsConnection.ts';
import { createWireDeps } from '../../../src/wire/wireDeps.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createSocketDouble } from '../../../src/testing/wire/socketDouble.ts';
import { toyWire } from './toyWire.ts';

it('an utterance that is lost as it begins sends nothing more, and its subscriber gets the end of the connection', () => {
  const scheduler = new VirtualClock();
  const begin = (): never => {
    throw new Error('no');
  };
  const told: string[] = [];
  const connection = new TtsConnection({
    wire: toyWire({ dialect: { begin } }),
    deps: createWireDeps({ scheduler, openSocket: createSocketDouble({ scheduler }).openSocket }),
    nextUtterance: () => 0,
    listener: {
      ready: () => told.push('ready'),
      changed: () => {},
      warned: () => {},
      ended: ({ wasReady, wasUsed }) => told.push(`ended, ready ${wasReady}, used ${wasUsed}`),
    },
  });
  connection.acquire({
    started: () => told.push('begun'),
    received: () => told.push('heard'),
    lost: () => told.push('lost'),
  });
  scheduler.flush();
  expect(told).toEqual(['ready', 'lost', 'ended, ready true, used true']);
  expect([connection.isExhausted, connection.availability]).toEqual([true, null]);
});
