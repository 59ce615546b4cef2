import { once } from 'node:events';
import { WebSocket } from 'ws';
import { bytesOfSamples, toBase64 } from '../../src/wire/bytes.ts';
import type { Dialect } from './dialect.ts';
import { createMicrophone } from './microphone.ts';
import { createPlayer } from './player.ts';

const SAMPLE_RATE = 24_000;

/** A client of the Realtime API that does what the Agents SDK does: it stops playing at `speech_started`. */
export const realtimeDialect: Dialect = {
  options: { realtime: {} },
  connect: async (url, { toneHz, hear } = {}) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime`, {
      headers: { authorization: 'Bearer any' },
    });
    const player = createPlayer();
    socket.on('message', (data: Buffer) => {
      const { type, delta } = JSON.parse(data.toString());
      if (type === 'input_audio_buffer.speech_started') player.clear();
      if (type !== 'response.output_audio.delta') return;
      const samples = new Int16Array(new Uint8Array(Buffer.from(delta, 'base64')).buffer);
      hear?.(samples, SAMPLE_RATE);
      player.play(samples.length / (SAMPLE_RATE / 1000));
    });
    await once(socket, 'open');
    const send = (samples: Int16Array): void => {
      const event = { type: 'input_audio_buffer.append', audio: toBase64(bytesOfSamples(samples)) };
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(event));
    };
    const microphone = createMicrophone(SAMPLE_RATE, send, { toneHz });
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
