import { setImmediate as soon } from 'node:timers/promises';
import { parseObject } from '../../../src/wire/json.ts';
import type { ClientRequest, FakeSocket, FakeConnection, FakeVendor } from '../kit/fake.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import { encode, type Encoding } from './companding.ts';
import { BOOLEAN, createRefusal, valuesOf, validateUpgrade, type Parameters } from './parameters.ts';
import { handleMessage, type MessageHandlers } from './frames.ts';
import { createSpeechQueue, type SpeechQueue } from './speechQueue.ts';

export interface DeepgramTtsFakeOptions {
  readonly synthesize?: ((text: string, sampleRate: number) => Int16Array | Promise<Int16Array>) | undefined;
  /** Flushes that a connection accepts; it rejects further ones with a warning. @default 20 */
  readonly flushes?: number | undefined;
}

/**
 * Creates Deepgram's `/v1/speak`. Complete sentences are spoken, the rest at Flush. Some audio of cleared text, and the
 * answers to pending flushes, arrive before Cleared.
 */
export function createDeepgramTtsFake(options: DeepgramTtsFakeOptions = {}): FakeVendor {
  return {
    validate: (request) => [...validateUpgrade(request, '/v1/speak', PARAMETERS), ...validateRate(request)],
    refuse: createRefusal,
    connect: (socket, request) =>
      createSpeakConnection(socket, createSay(socket, request, options), METADATA, (speaker) =>
        createHandlers(socket, speaker, options.flushes ?? FLUSHES),
      ),
  };
}

const PARAMETERS: Parameters = {
  model: { pattern: /^aura-(?:2-)?[a-z]+-[a-z]{2}$/u },
  encoding: { pattern: /^(?:linear16|mulaw|alaw)$/u },
  sample_rate: { pattern: /^(?:8000|16000|24000|32000|48000)$/u },
  mip_opt_out: { pattern: BOOLEAN },
  tag: { pattern: /./u, isRepeatable: true },
};

export function validateRate({ query }: ClientRequest): readonly string[] {
  const { encoding, sampleRate } = parseFormat(query);
  return encoding !== 'linear16' && sampleRate > 16_000 ? [`${encoding} is not available at ${sampleRate} Hz`] : [];
}

export function parseFormat(query: ClientRequest['query']): {
  readonly encoding: Encoding;
  readonly sampleRate: number;
} {
  const [encoding = 'linear16', sampleRate = '24000'] = [
    valuesOf(query, 'encoding')[0],
    valuesOf(query, 'sample_rate')[0],
  ];
  return { encoding: encoding as Encoding, sampleRate: Number(sampleRate) };
}

/** The odd length of a frame, which cuts samples in two. */
const FRAME_BYTES = 3333;
const MAX_CHARS = 2000;
const FLUSHES = 20;

/** The text to be spoken on one connection. */
export interface Speaker extends SpeechQueue {
  /** Adds text and speaks the sentences that are complete. */
  speak(text: string): void;
  /** Speaks the rest of the text. */
  flush(): void;
}

/** One connection of `/v1/speak` or `/v2/speak`. Clearing drops the text, and late audio precedes its step. */
export function createSpeakConnection(
  socket: FakeSocket,
  say: Say,
  greeting: object,
  createHandlers: (speaker: Speaker) => MessageHandlers,
): FakeConnection {
  const { add, clear } = createSpeechQueue((error) => socket.reportViolation(String(error)));
  let [buffer, isClosing] = ['', false];
  const sayUpTo = (length: number): void => {
    const text = buffer.slice(0, length);
    buffer = buffer.slice(length);
    add((isCleared) => say(text, isCleared));
  };
  const speaker: Speaker = {
    add,
    speak: (text) => {
      buffer += text;
      sayUpTo(/^.*[.!?]\s/su.exec(buffer)?.[0].length ?? 0);
    },
    flush: () => sayUpTo(buffer.length),
    clear: (step) => {
      buffer = '';
      clear(() => {
        socket.send(LATE_AUDIO);
        return step();
      });
    },
  };
  const close = (): void => {
    speaker.flush();
    add(() => socket.close(1000));
  };
  const handlers = { ...createHandlers(speaker), Close: close };
  socket.send(JSON.stringify(greeting));
  return {
    onFrame: (frame) => {
      if (isClosing) return socket.reportViolation('a frame came after Close');
      if (typeof frame !== 'string') return socket.reportViolation('a binary frame came');
      isClosing = parseObject(frame)?.['type'] === 'Close';
      handleMessage(frame, handlers, socket);
    },
    onClose: () => clear(async () => {}),
  };
}

export type Say = (text: string, isCleared: () => boolean) => Promise<void>;

export function createSay(
  socket: FakeSocket,
  { query }: ClientRequest,
  { synthesize = encodeText }: DeepgramTtsFakeOptions,
): Say {
  const { encoding, sampleRate } = parseFormat(query);
  return async (text, isCleared) => {
    if (text.trim() === '') return;
    const audio = encode(await synthesize(text, sampleRate), encoding);
    for (let from = 0; from < audio.length && !isCleared(); from += FRAME_BYTES) {
      socket.sendResult(audio.subarray(from, from + FRAME_BYTES));
      await soon();
    }
  };
}

function createHandlers(socket: FakeSocket, speaker: Speaker, served: number): MessageHandlers {
  let [flushes, pending, sequence, isClearing] = [0, 0, 0, false];
  const answer = (type: 'Flushed' | 'Cleared'): void => socket.send(JSON.stringify({ type, sequence_id: sequence++ }));
  const answerFlush = (): void => {
    pending -= 1;
    answer('Flushed');
  };
  return {
    Speak: ({ text }) => {
      if (typeof text !== 'string' || text === '') return socket.reportViolation('Speak without a text');
      if (text.length > MAX_CHARS) socket.reportViolation(`Speak with ${text.length} characters`);
      if (isClearing)
        socket.reportViolation('Speak before Cleared: its audio cannot be distinguished from cleared audio');
      speaker.speak(text);
    },
    Flush: () => {
      if (flushes++ >= served) return socket.send(JSON.stringify(TOO_MANY));
      pending += 1;
      speaker.flush();
      speaker.add(answerFlush);
    },
    Clear: () => {
      isClearing = true;
      speaker.clear(async () => {
        while (pending > 0) answerFlush();
        await soon();
        isClearing = false;
        answer('Cleared');
      });
    },
  };
}

const METADATA = { type: 'Metadata', request_id: 'r', model_name: 'fake', model_version: '1', model_uuid: 'm' };
const TOO_MANY = { type: 'Warning', description: 'Too many Flush messages in 60 s', code: 'FLUSH_LIMIT_EXCEEDED' };
/** Loud, and an odd number of bytes. */
const LATE_AUDIO = new Uint8Array(333).fill(99);
