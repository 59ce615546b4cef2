import { once } from 'node:events';
import { asyncScheduler, type Subscription } from 'rxjs';
import { WebSocket } from 'ws';
import type { ServerMessage } from '../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';
import type { Dialect } from './dialect.ts';
import { createMicrophone } from './microphone.ts';
import { createPlayer } from './player.ts';

export const antiphonV1Dialect: Dialect = {
  connect: async (url, { toneHz, hear } = {}) => {
    const response = await fetch(`${url}/v1/sessions`, { method: 'POST' });
    const { transport } = (await response.json()) as StartSessionResponse;
    const socket = new WebSocket(url.replace('http', 'ws') + new URL(transport.url).pathname, [
      transport.protocol,
      `antiphon.token.${transport.token}`,
    ]);
    const player = createPlayer();
    let finishing: Subscription | undefined;
    let utterance = { utterance_id: '', rate: 24_000, receivedMs: 0 };
    const say = (message: object): void => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    };
    const position = (): object => {
      const playedMs = utterance.receivedMs - player.unplayedMs();
      return { utterance_id: utterance.utterance_id, played_samples: Math.floor((playedMs * utterance.rate) / 1000) };
    };
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        const ms = (data.length / 2 / utterance.rate) * 1000;
        hear?.(new Int16Array(new Uint8Array(data).buffer), utterance.rate);
        utterance.receivedMs += ms;
        return player.play(ms);
      }
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === 'audio.start') {
        utterance = { utterance_id: message.utterance_id, rate: message.sample_rate, receivedMs: 0 };
        say({ type: 'playback.started', ...position() });
      }
      if (message.type === 'audio.end') {
        const { utterance_id, samples } = message;
        const finish = (): void => say({ type: 'playback.finished', utterance_id, played_samples: samples });
        finishing = asyncScheduler.schedule(finish, player.unplayedMs());
      }
      if (message.type !== 'clear') return;
      const heard = position();
      finishing?.unsubscribe();
      player.clear();
      say({ type: 'playback.cleared', clear_id: message.clear_id, ...heard });
    });
    await once(socket, 'open');
    const microphone = createMicrophone(16_000, (samples) => socket.send(samples), { toneHz });
    return {
      ...microphone,
      playedMs: player.playedMs,
      ended: once(socket, 'close'),
      close: () => {
        microphone.stop();
        socket.terminate();
      },
    };
  },
};
