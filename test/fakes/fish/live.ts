import { setImmediate as turn } from 'node:timers/promises';
import { decode, encode } from '@msgpack/msgpack';
import type { FakeSocket, FakeConnection } from '../kit/fake.ts';
import { applyDefaults, validateSpeechRequest, type SpeechRequest } from './request.ts';
import { createSnapshot } from './snapshot.ts';

export interface LiveOptions {
  readonly synthesize: (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;
  /** True if words come with their times. */
  readonly isTimed: boolean;
  /** The message with which every utterance fails at its beginning. */
  readonly failure?: string | undefined;
}

interface Message {
  readonly event: string;
  readonly request?: Readonly<Record<string, unknown>>;
  readonly text?: string;
}

/** The place of a chunk of text in the utterance. */
interface ChunkPosition {
  readonly chunk_seq: number;
  readonly chunk_audio_offset_sec: number;
}

/** The odd length of a frame, which cuts samples in two. */
const PIECE_BYTES = 4801;

/** One utterance: `start`, text, `stop`. */
export function createLiveConnection(socket: FakeSocket, options: LiveOptions): FakeConnection {
  let request: SpeechRequest | null = null;
  let hasStopped = false;
  let isRefused = false;
  let text = '';
  let place: ChunkPosition = { chunk_seq: 0, chunk_audio_offset_sec: 0 };
  let work = Promise.resolve();
  const enqueue = (step: () => Promise<void> | void): void => {
    work = work.then(step).catch((error: unknown) => socket.reportViolation(String(error)));
  };
  const speak = (chars: number, filled: SpeechRequest): void => {
    const content = text.slice(0, chars);
    text = text.slice(chars);
    if (content.trim() === '') return;
    enqueue(async () => {
      place = await synthesize(socket, content, place, { ...options, rate: filled.sample_rate });
    });
  };
  const refuse = (message: string): void => {
    isRefused = true;
    socket.reportViolation(message);
    sendEvent(socket, { event: 'finish', reason: 'error', message });
    socket.close(1000);
  };
  const start = ({ request: requested = {} }: Message): void => {
    if (request !== null) return refuse('a second start');
    const [fault] = validateSpeechRequest(requested);
    if (fault !== undefined) return refuse(fault);
    request = applyDefaults(requested);
    if (options.failure === undefined) return;
    isRefused = true;
    sendEvent(socket, { event: 'finish', reason: 'error', message: options.failure });
  };
  const continueText = ({ event, text: given }: Message): void => {
    if (request === null) return refuse(`${event} before the start`);
    if (hasStopped) return refuse(`${event} after the stop`);
    if (event === 'text' && !isPiece(given)) return refuse(`the text ${JSON.stringify(given)}`);
    text += given ?? '';
    while (text.length >= request.chunk_length) speak(findEndOfWord(text, request.chunk_length), request);
    if (event !== 'text') speak(text.length, request);
    if (event !== 'stop') return;
    hasStopped = true;
    enqueue(() => sendEvent(socket, { event: 'finish', reason: 'stop', time: 1 }));
  };
  return {
    onFrame: (frame) => {
      if (isRefused) return;
      if (typeof frame === 'string') return refuse('text in place of bytes');
      const message = decode(frame) as Message;
      const fields = Object.keys(message).join();
      if (FIELDS[message.event] !== fields) return refuse(`the event ${message.event} with ${fields}`);
      return message.event === 'start' ? start(message) : continueText(message);
    },
  };
}

/** Finds the end of the last word that is whole in the first `most` characters. */
function findEndOfWord(text: string, most: number): number {
  return text.lastIndexOf(' ', most) + 1 || most;
}

/** Returns the place of the next chunk. */
async function synthesize(
  socket: FakeSocket,
  content: string,
  place: ChunkPosition,
  { synthesize, isTimed, rate }: LiveOptions & { readonly rate: number },
): Promise<ChunkPosition> {
  const samples = await synthesize(content, rate);
  const bytes = Buffer.from(samples.slice().buffer);
  const seconds = samples.length / rate;
  const timed = (untilSec: number): object =>
    isTimed ? { content, ...place, alignment: createSnapshot(content, seconds, untilSec) } : {};
  let sent = 0;
  const framed = (audio: Uint8Array): Uint8Array => {
    sent += audio.length;
    return encode({ event: 'audio', audio, time: 1, ...timed(sent / 2 / rate) });
  };
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    socket.sendResult(bytes.subarray(from, from + PIECE_BYTES), framed);
    await turn();
  }
  // The last word on a chunk comes behind its audio.
  if (isTimed) sendEvent(socket, { event: 'audio', audio: new Uint8Array(), time: 1, ...timed(seconds) });
  const { chunk_seq, chunk_audio_offset_sec } = place;
  return { chunk_seq: chunk_seq + 1, chunk_audio_offset_sec: chunk_audio_offset_sec + seconds };
}

function sendEvent(socket: FakeSocket, event: object): void {
  socket.send(encode(event));
}

function isPiece(text: string | undefined): boolean {
  return typeof text === 'string' && text.trim() !== '' && text.endsWith(' ');
}

/** The fields of every event. */
const FIELDS: Readonly<Record<string, string>> = {
  start: 'event,request',
  text: 'event,text',
  flush: 'event',
  stop: 'event',
};
