import type { RawData, WebSocket } from 'ws';
import { messageContaining } from '../support.ts';

/** A client that listens to a long answer, speaks, and asks whether the server is there. */
export interface Witness {
  readonly client: WebSocket;
  /** Samples of the agent that came, and of those that were announced; the last once the answer has ended. */
  readonly listened: Promise<{ readonly samples: number; readonly announced: number }>;
  /** Speaks so many frames, one for each answer to a ping. */
  speak(frames: number): Promise<void>;
}

/** Lets the client ask for an answer, and listen to it. */
export function witness(client: WebSocket): Witness {
  let samples = 0;
  const listened = new Promise<{ samples: number; announced: number }>((resolve) => {
    client.on('message', (data: RawData, isBinary: boolean) => {
      if (isBinary) samples += (data as Buffer).length / 2;
      else {
        const message = JSON.parse((data as Buffer).toString()) as { type: string; samples: number };
        if (message.type === 'audio.end') resolve({ samples, announced: message.samples });
      }
    });
  });
  client.send(JSON.stringify({ type: 'input.text', text: 'tell me' }));
  return {
    client,
    listened,
    speak: async (frames) => {
      for (let t = 0; t < frames; t += 1) {
        client.send(Buffer.alloc(640));
        client.send(JSON.stringify({ type: 'ping', t }));
        await messageContaining(client, `"type":"pong","t":${t},`);
      }
    },
  };
}
