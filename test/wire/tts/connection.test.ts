import { expect, it } from 'vitest';
import { Connection } from '../../../src/wire/tts/connection.ts';
import { worldOf } from '../../../src/wire/world.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { socketDouble } from '../../../src/testing/wire/socketDouble.ts';
import { toyWire } from './toy.ts';

it('an utterance that is lost as it begins is told nothing more, and its listener hears how the connection ended', () => {
  const scheduler = new VirtualClock();
  const begin = (): never => {
    throw new Error('no');
  };
  const told: string[] = [];
  const connection = new Connection({
    wire: toyWire({ dialect: { begin } }),
    world: worldOf({ scheduler, openSocket: socketDouble({ scheduler }).openSocket }),
    nextUtterance: () => 0,
    listener: {
      ready: () => told.push('ready'),
      changed: () => {},
      warned: () => {},
      ended: ({ wasReady, wasUsed }) => told.push(`ended, ready ${wasReady}, used ${wasUsed}`),
    },
  });
  connection.take({ begun: () => told.push('begun'), heard: () => told.push('heard'), lost: () => told.push('lost') });
  scheduler.flush();
  expect(told).toEqual(['ready', 'lost', 'ended, ready true, used true']);
  expect([connection.worn, connection.takes]).toEqual([true, null]);
});
