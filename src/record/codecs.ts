import type { AudioFrame } from '../core/audio.ts';
import type { ChatCompletionChunk } from '../core/chunk.ts';
import type { AntiphonError } from '../core/errors.ts';
import type { PlayoutCommand } from '../core/playout.ts';
import type { SttEvent, TtsEvent } from '../core/ports.ts';
import type { SpeechModelEvent } from '../core/speechToSpeech.ts';
import { bytesOfSamples, fromBase64, toBase64 } from '../wire/bytes.ts';
import { encode } from '../session/agentCode/functions/encode.ts';
import type { Codec } from './border.ts';
import { readError, writeError } from './errors.ts';
import { FunctionReport, isReport } from './fromFunction.ts';
import type {
  WrittenError,
  WrittenPlayoutAudio,
  WrittenSpeechModelEvent,
  WrittenSttEvent,
  WrittenTtsEvent,
  Incoming,
} from './format.ts';

/** Creates a codec for values that are plain JSON. */
export function jsonCodec<T>(): Codec<T, T> {
  return { write: (value) => value, read: (written) => written };
}

/** Encodes a handler's chunks. Omits keys that JSON cannot represent, because the session does not read them. */
export const chunkCodec: Codec<ChatCompletionChunk, ChatCompletionChunk> = {
  write: (chunk) => {
    try {
      return JSON.parse(JSON.stringify(chunk) ?? 'null') as ChatCompletionChunk;
    } catch {
      return pickKnownKeys(chunk);
    }
  },
  read: (written) => written,
};

/** Creates a codec for the user's audio. It records the length and, with `kept`, the samples. */
export function createAudioCodec(kept: boolean): Codec<AudioFrame, Incoming['audio']> {
  return {
    write: ({ samples, sampleRate: rate }) => ({
      samples: samples.length,
      rate,
      ...(kept ? { pcm: toBase64(bytesOfSamples(samples)) } : {}),
    }),
    read: ({ samples, rate, pcm }) => ({
      samples: pcm === undefined ? new Int16Array(samples) : samplesOf(fromBase64(pcm)),
      sampleRate: rate,
    }),
  };
}

/** Converts a frame of the agent's audio for a recording. */
export function writePlayoutAudio({ utterance, frame }: AudioCommand): WrittenPlayoutAudio {
  const { samples, sampleRate: rate } = frame;
  return { kind: 'audio', utterance, samples: samples.length, rate, pcm: toBase64(bytesOfSamples(samples)) };
}

type AudioCommand = Extract<PlayoutCommand, { readonly kind: 'audio' }>;

export const typedCodec: Codec<string, Incoming['typed']> = {
  write: (text) => ({ text }),
  read: ({ text }) => text,
};

export const sttCodec: Codec<SttEvent, WrittenSttEvent> = {
  write: (event) => ('error' in event ? { ...event, error: writeError(event.error) } : event),
  read: (event) => ('error' in event ? { ...event, error: readError(event.error) } : event),
};

/** Encodes TTS events. Of audio, it records only the length. */
export const ttsCodec: Codec<TtsEvent, WrittenTtsEvent> = {
  write: (event) => {
    if (event.kind === 'report') return { kind: 'report', error: writeError(event.error) };
    if (event.kind !== 'audio') return event;
    return { kind: 'audio', samples: event.frame.samples.length, rate: event.frame.sampleRate };
  },
  read: (event) => {
    if (event.kind === 'report') return { kind: 'report', error: readError(event.error) };
    if (event.kind !== 'audio') return event;
    return { kind: 'audio', frame: { samples: new Int16Array(event.samples), sampleRate: event.rate } };
  },
};

/** Encodes the events of a speech model. Of audio, it records only the length. */
export const speechModelCodec: Codec<SpeechModelEvent, WrittenSpeechModelEvent> = {
  write: (event) => {
    if (event.kind === 'audio') {
      const { kind, turn, item, frame } = event;
      return { kind, turn, item, samples: frame.samples.length, rate: frame.sampleRate };
    }
    if (event.kind === 'words_failed' || event.kind === 'report') return { ...event, error: writeError(event.error) };
    if (event.kind !== 'ended') return event;
    const { error, ...ended } = event;
    return error === undefined ? ended : { ...ended, error: writeError(error) };
  },
  read: (event) => {
    if (event.kind === 'audio') {
      const { kind, turn, item, samples, rate: sampleRate } = event;
      return { kind, turn, item, frame: { samples: new Int16Array(samples), sampleRate } };
    }
    if (event.kind === 'words_failed' || event.kind === 'report') return { ...event, error: readError(event.error) };
    if (event.kind !== 'ended' || event.error === undefined) return event;
    return { ...event, error: readError(event.error) };
  },
};

export const errorCodec: Codec<AntiphonError, WrittenError> = {
  write: writeError,
  read: (written) => readError(written) as AntiphonError,
};

export const entryCodec: Codec<unknown, Incoming['entry']> = {
  write: (text) => (text === undefined ? {} : { text }),
  read: ({ text }) => text,
};

export const resultCodec: Codec<unknown, Incoming['fn']> = {
  write: (value) => (value instanceof FunctionReport ? value.written : { content: encode(value) }),
  read: (written) => (isReport(written) ? new FunctionReport(written) : written.content),
};

/** Picks the keys of a chunk that the session reads. */
function pickKnownKeys({ id, object, created, model, choices, usage }: ChatCompletionChunk): ChatCompletionChunk {
  const read = choices.map(({ index, delta: { role, content, refusal, tool_calls }, finish_reason }) => ({
    index,
    delta: { role, content, refusal, tool_calls },
    finish_reason,
  }));
  return { id, object, created, model, choices: read, usage };
}

/** Copies the bytes, because decoded base64 may be unaligned. */
function samplesOf(bytes: Uint8Array): Int16Array {
  return new Int16Array(Uint8Array.from(bytes).buffer);
}
