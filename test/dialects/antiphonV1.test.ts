import { once } from 'node:events';
import { asyncScheduler, type Subscription } from 'rxjs';
import { WebSocket } from 'ws';
import type { ServerMessage } from '../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';
import type { Dialect } from './dialect.ts';
import { holdsTheConversation } from './holdsTheConversation.ts';
import { createMicrophone } from './microphone.ts';
import { createPlayer } from './player.ts';
import { DIALECTS } from './dialects.ts';

const dialect: Dialect = {
  connect: async (url) => {
    const response = await fetch(`${url}/v1/sessions`, { method: 'POST' });
    const { transport } = (await response.json()) as StartSessionResponse;
    const socket = new WebSocket(transport.url, [transport.protocol, `antiphon.token.${transport.token}`]);
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
    const microphone = createMicrophone(16_000, (samples) => socket.send(samples));
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

holdsTheConversation(DIALECTS.antiphonV1, dialect);
