import type {
  MediaAdapter,
  MediaCodec,
  PeerFormat,
  PeerInput,
  PeerMessage,
  PeerOutput,
} from '../../../core/mediaAdapter.ts';
import type { AudioFormats } from '../../../core/protocol.ts';
import { VERSION } from '../../../record/version.ts';
import { ConnectionError, createFieldError } from '../../protocols/connectionError.ts';
import { ClientEvents } from './clientEvents.ts';
import { LABEL, parseEnvelope, type Envelope } from './clientMessages.ts';
import { type RtviEvent, PROTOCOL } from './events.ts';
import { decodeFrame, encodeAudio, encodeMessage, type RtviFrame } from './frames.ts';
import type { RtviSettings } from './rtviOptions.ts';
import { takeMessage } from './takeMessage.ts';

/** The version of RTVI that the server implements. */
const RTVI_VERSION = '2.1.0';
/** The format in which clients record. */
const INPUT: PeerFormat = { encoding: 'pcm_s16le', sample_rate: 16_000 };
/** The format in which clients play, regardless of the rate in a frame. */
const OUTPUT: PeerFormat = { encoding: 'pcm_s16le', sample_rate: 24_000 };
/**
 * How far audio is sent ahead, in ms. A client plays all audio that it has received, so the user still hears this much
 * after an interruption.
 */
export const LEAD_MS = 80;
/** Longest audio in one frame, in samples: 1 s. Clients send 32 ms. */
const MAX_SAMPLES = 16_000;

/**
 * Creates the adapter of Pipecat clients: RTVI 2.1 in Protocol Buffers frames, as implemented by
 * `@pipecat-ai/client-js` 1.13 and `@pipecat-ai/websocket-transport` 1.7. These clients neither report what they play
 * nor drop any of it.
 */
export function createRtvi(settings: RtviSettings): MediaAdapter {
  return {
    protocol: PROTOCOL,
    capabilities: {
      audio: { input: [INPUT], output: [OUTPUT] },
      heard: 'paced',
      clears: false,
      maxLeadMs: LEAD_MS,
      digits: true,
      resumes: false,
      returns: true,
      audioIn: 'binary',
      opens: 'peer',
    },
    createCodec: (audio) => new RtviCodec(audio, settings),
  };
}

class RtviCodec implements MediaCodec {
  readonly #audio: AudioFormats;
  readonly #events: ClientEvents;
  #isReady = false;
  #frames = 0;

  constructor(audio: AudioFormats, settings: RtviSettings) {
    this.#audio = audio;
    this.#events = new ClientEvents(settings);
  }

  readonly decode = (message: PeerMessage): readonly PeerInput[] => {
    if (typeof message === 'string')
      throw new ConnectionError('protocol_error', 'Expected a binary message, got a text message.');
    const frame = decodeFrame(message);
    if (frame.kind === 'audio') return toAudio(frame, this.#audio.input.sample_rate);
    const envelope = parseEnvelope(frame.data);
    return envelope === undefined ? [] : this.#take(envelope);
  };

  readonly encode = (output: PeerOutput): readonly PeerMessage[] => {
    switch (output.kind) {
      case 'audio':
        if (!this.#isReady) return [];
        return [encodeAudio(output.samples, this.#audio.output.sample_rate, (this.#frames += 1))];
      case 'message':
        return this.#events.of(output.message).map(toFrame);
      case 'mark':
        return [];
    }
  };

  #take(envelope: Envelope): readonly PeerInput[] {
    if (envelope.type === 'client-ready') return this.#begin(envelope);
    const { messages, answers } = takeMessage(envelope);
    return [...messages.map((message): PeerInput => ({ kind: 'message', message })), ...answers.map(toReply)];
  }

  #begin({ id }: Envelope): readonly PeerInput[] {
    if (this.#isReady) throw createFieldError('type', 'a message', 'one client-ready', 'a second');
    this.#isReady = true;
    const about = { library: 'antiphon', library_version: VERSION };
    return [toReply({ type: 'bot-ready', id, data: { version: RTVI_VERSION, about } }), { kind: 'opened' }];
  }
}

function toAudio({ audio, sampleRate, channels }: RtviFrame & { kind: 'audio' }, rate: number): readonly PeerInput[] {
  if (sampleRate !== rate) throw createFieldError('sample_rate', 'AudioRawFrame', `${rate}`, `${sampleRate}`);
  if (channels !== 1) throw createFieldError('num_channels', 'AudioRawFrame', '1', `${channels}`);
  const { length } = audio;
  if (length % 2 !== 0 || length > 2 * MAX_SAMPLES)
    throw createFieldError('audio', 'AudioRawFrame', `at most ${MAX_SAMPLES} samples of 16 bits`, `${length} bytes`);
  if (length === 0) return [];
  return [{ kind: 'audio', frame: { samples: new Int16Array(audio.buffer, 0, length / 2), sampleRate } }];
}

function toReply(event: RtviEvent): PeerInput {
  return { kind: 'reply', message: toFrame(event) };
}

function toFrame(event: RtviEvent): PeerMessage {
  return encodeMessage({ label: LABEL, ...event });
}
