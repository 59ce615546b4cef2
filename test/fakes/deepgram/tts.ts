import { setImmediate as soon } from 'node:timers/promises';
import { parseObject } from '../../../src/wire/json.ts';
import type { Door, FakeSocket, FakeTalk, FakeVendor } from '../kit/fake.ts';
import { encodeText } from '../kit/sound.ts';
import { encoded } from './companding.ts';
import type { Encoding } from './companding.ts';
import { BOOLEAN, refusal, valuesOf, wrongWith } from './door.ts';
import type { Parameters } from './door.ts';
import { obey } from './frames.ts';
import type { Messages } from './frames.ts';
import { mouth } from './mouth.ts';
import type { Mouth } from './mouth.ts';

export interface DeepgramTtsFakeOptions {
  readonly voice?: ((text: string, sampleRate: number) => Int16Array | Promise<Int16Array>) | undefined;
  /** How many flushes a connection is served; a further one is left undone, with a warning. @default 20 */
  readonly flushes?: number | undefined;
}

/**
 * Deepgram's `/v1/speak`. Sentences are spoken when they are whole, the rest at Flush. Some audio of what was cleared still
 * comes before Cleared, and so do the answers of flushes that were under way.
 */
export function deepgramTtsFake(options: DeepgramTtsFakeOptions = {}): FakeVendor {
  return {
    judge: (door) => [...wrongWith(door, '/v1/speak', PARAMETERS), ...wrongRate(door)],
    refuse: refusal,
    talk: (socket, door) => speak(socket, door, options),
  };
}

const PARAMETERS: Parameters = {
  model: { lawful: /^aura-(?:2-)?[a-z]+-[a-z]{2}$/u },
  encoding: { lawful: /^(?:linear16|mulaw|alaw)$/u },
  sample_rate: { lawful: /^(?:8000|16000|24000|32000|48000)$/u },
  mip_opt_out: { lawful: BOOLEAN },
  tag: { lawful: /./u, many: true },
};

export function wrongRate({ query }: Door): readonly string[] {
  const { encoding, sampleRate } = formatOf(query);
  return encoding !== 'linear16' && sampleRate > 16_000 ? [`${encoding} is not had at ${sampleRate} Hz`] : [];
}

export function formatOf(query: Door['query']): { readonly encoding: Encoding; readonly sampleRate: number } {
  const [encoding = 'linear16', sampleRate = '24000'] = [
    valuesOf(query, 'encoding')[0],
    valuesOf(query, 'sample_rate')[0],
  ];
  return { encoding: encoding as Encoding, sampleRate: Number(sampleRate) };
}

/** Odd, so that samples are cut in two. */
const FRAME_BYTES = 3333;
const MOST_CHARS = 2000;
const FLUSHES = 20;

function speak(socket: FakeSocket, door: Door, options: DeepgramTtsFakeOptions): FakeTalk {
  const { next, clear } = mouth((error) => socket.fault(String(error)));
  const messages = messagesOf(socket, { next, clear }, sayer(socket, door, options), options.flushes ?? FLUSHES);
  let isClosing = false;
  socket.send(JSON.stringify(METADATA));
  return {
    received: (frame) => {
      if (isClosing) return socket.fault('a frame came after Close');
      if (typeof frame !== 'string') return socket.fault('nothing goes in as bytes');
      isClosing = parseObject(frame)?.['type'] === 'Close';
      obey(frame, messages, socket);
    },
    ended: () => clear(async () => {}),
  };
}

export type Say = (text: string, isCleared: () => boolean) => Promise<void>;

export function sayer(socket: FakeSocket, { query }: Door, { voice = encodeText }: DeepgramTtsFakeOptions): Say {
  const { encoding, sampleRate } = formatOf(query);
  return async (text, isCleared) => {
    if (text.trim() === '') return;
    const audio = encoded(await voice(text, sampleRate), encoding);
    for (let from = 0; from < audio.length && !isCleared(); from += FRAME_BYTES) {
      socket.result(audio.subarray(from, from + FRAME_BYTES));
      await soon();
    }
  };
}

function messagesOf(socket: FakeSocket, { next, clear }: Mouth, say: Say, served: number): Messages {
  let [buffer, flushes, pending, sequence] = ['', 0, 0, 0];
  let isClearing = false;
  const answer = (type: 'Flushed' | 'Cleared'): void => socket.send(JSON.stringify({ type, sequence_id: sequence++ }));
  const sayUpTo = (length: number): void => {
    const text = buffer.slice(0, length);
    buffer = buffer.slice(length);
    next((isCleared) => say(text, isCleared));
  };
  const answerFlush = (): void => {
    pending -= 1;
    answer('Flushed');
  };
  return {
    Speak: ({ text }) => {
      if (typeof text !== 'string' || text === '') return socket.fault('Speak without a text');
      if (text.length > MOST_CHARS) socket.fault(`Speak with ${text.length} characters`);
      if (isClearing) socket.fault('Speak before Cleared: its audio cannot be told from what was cleared');
      buffer += text;
      sayUpTo(/^.*[.!?]\s/su.exec(buffer)?.[0].length ?? 0);
    },
    Flush: () => {
      if (flushes++ >= served) return socket.send(JSON.stringify(TOO_MANY));
      pending += 1;
      sayUpTo(buffer.length);
      next(answerFlush);
    },
    Clear: () => {
      [buffer, isClearing] = ['', true];
      clear(async () => {
        socket.send(LATE_AUDIO);
        while (pending > 0) answerFlush();
        await soon();
        isClearing = false;
        answer('Cleared');
      });
    },
    Close: () => {
      sayUpTo(buffer.length);
      next(() => socket.close(1000));
    },
  };
}

const METADATA = { type: 'Metadata', request_id: 'r', model_name: 'fake', model_version: '1', model_uuid: 'm' };
const TOO_MANY = { type: 'Warning', description: 'Too many Flush messages in 60 s', code: 'FLUSH_LIMIT_EXCEEDED' };
/** Loud, and an odd number of bytes. */
const LATE_AUDIO = new Uint8Array(333).fill(99);
