import { once } from 'node:events';
import { asyncScheduler } from 'rxjs';
import { WebSocket } from 'ws';
import { createFakeAsterisk } from '../server/adapters/asterisk/fakeAsterisk.ts';
import type { Opening } from './attacks/attack.ts';
import type { Dialect } from './dialect.ts';
import { createMicrophone } from './microphone.ts';

const PASSWORD = 'a-secret-of-the-server';
const SAMPLE_RATE = 16_000;

/** How an Asterisk opens its socket: with its subprotocol, and the password of its client. */
export function openingOf(password: string = PASSWORD): Opening {
  const authorization = `Basic ${Buffer.from(`asterisk:${password}`).toString('base64')}`;
  return { protocols: ['media'], headers: { authorization } };
}

export const asteriskDialect: Dialect = {
  options: { asterisk: { password: PASSWORD } },
  connect: async (url, { toneHz, hear } = {}) => {
    const { protocols = [], headers = {} } = openingOf();
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/asterisk/media?from=100&to=200`, [...protocols], {
      headers,
    });
    const phone = createFakeAsterisk({
      scheduler: asyncScheduler,
      send: (message) => socket.readyState === socket.OPEN && socket.send(message),
      hear: (samples) => hear?.(samples, SAMPLE_RATE),
    });
    socket.on('message', (data: Buffer, isBinary: boolean) => phone.take(isBinary ? data : data.toString()));
    await once(socket, 'open');
    phone.begin();
    const microphone = createMicrophone(SAMPLE_RATE, phone.speak, { toneHz });
    return {
      ...microphone,
      playedMs: phone.playedMs,
      ended: once(socket, 'close'),
      close: () => {
        microphone.stop();
        phone.stop();
        socket.terminate();
      },
    };
  },
};
