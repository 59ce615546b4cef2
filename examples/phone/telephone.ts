import { once } from 'node:events';
import alawmulaw from 'alawmulaw';
import type { AudioFrame } from 'antiphon';
import { asyncScheduler, filter, Observable, Subject, take } from 'rxjs';
import { WebSocket } from 'ws';
import { concatSamples } from '../talk/audio.ts';
import { every } from '../talk/every.ts';
import { fill } from '../talk/player.ts';
import type { Stream } from './dial.ts';
import { createEarpiece } from './earpiece.ts';
import { createStreamMessages, readStreamMessage } from './streamMessages.ts';

/** The rate of telephone audio, in Hz. */
export const SAMPLE_RATE = 8000;
const BLOCK_MS = 20;
const BLOCK = (SAMPLE_RATE * BLOCK_MS) / 1000;

/** A call at the caller's end, with what Twilio does between the telephone and the server, in real time. */
export interface Telephone {
  /** Speaks audio of `SAMPLE_RATE`. Emits when it is spoken. */
  speak(audio: AudioFrame): Observable<void>;
  press(keys: string): void;
  /** Ends the call. Resolves when its socket is closed. */
  hangUp(): Promise<void>;
  /** Resolves when the call has ended, also by the agent. Rejects when its socket fails. */
  readonly ended: Promise<void>;
  /** What the caller has heard since the beginning. */
  heard(): AudioFrame;
}

/** Connects a call to the WebSocket of its session, which {@link dial} resolves with. */
export async function connectTelephone({ address, headers }: Stream): Promise<Telephone> {
  const socket = new WebSocket(address, { headers });
  await once(socket, 'open');
  const messages = createStreamMessages((message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  });
  const earpiece = createEarpiece();
  socket.on('message', (data: Buffer) => {
    const { event, media, mark } = readStreamMessage(data.toString());
    if (media !== undefined) earpiece.add(alawmulaw.mulaw.decode(Buffer.from(media.payload, 'base64')));
    if (mark !== undefined) earpiece.mark(mark.name);
    if (event === 'clear') earpiece.clear().forEach(messages.returnMark);
  });
  messages.begin();
  const toSpeak: Int16Array[] = [];
  const heard: Int16Array[] = [];
  const spoken = new Subject<void>();
  const blocks = every(BLOCK_MS, asyncScheduler).subscribe(() => {
    const voice = new Int16Array(BLOCK);
    fill(voice, toSpeak);
    messages.speak(Buffer.from(alawmulaw.mulaw.encode(voice)).toString('base64'), heard.length * BLOCK_MS);
    const { block, marks } = earpiece.play(BLOCK);
    heard.push(block);
    marks.forEach(messages.returnMark);
    spoken.next();
  });
  const ended = once(socket, 'close')
    .then(() => undefined)
    .finally(() => blocks.unsubscribe());
  return {
    speak: (audio) =>
      new Observable((subscriber) => {
        toSpeak.push(audio.samples);
        return spoken
          .pipe(
            filter(() => toSpeak.length === 0),
            take(1),
          )
          .subscribe(subscriber);
      }),
    press: (keys) => keys.split('').forEach(messages.press),
    hangUp: () => {
      messages.hangUp();
      socket.close();
      return ended;
    },
    ended,
    heard: () => ({ samples: concatSamples(heard), sampleRate: SAMPLE_RATE }),
  };
}
