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
  const log: string[] = [];
  const connection = new TtsConnection({
    wire: toyWire({ dialect: { begin } }),
    deps: createWireDeps({ scheduler, openSocket: createSocketDouble({ scheduler }).openSocket }),
    nextUtterance: () => 0,
    listener: {
      ready: () => log.push('ready'),
      changed: () => {},
      warned: () => {},
      ended: ({ wasReady, wasUsed }) => log.push(`ended, ready ${wasReady}, used ${wasUsed}`),
    },
  });
  connection.acquire({
    started: () => log.push('begun'),
    received: () => log.push('heard'),
    lost: () => log.push('lost'),
  });
  scheduler.flush();
  expect(log).toEqual(['ready', 'lost', 'ended, ready true, used true']);
  expect([connection.isExhausted, connection.availability]).toEqual([true, null]);
});
