import { samplesOfMs } from '../../../core/audio.ts';
import { decodeMulaw, encodeMulaw } from '../../../wire/audio/g711.ts';
import { createFieldError } from '../../media/connectionError.ts';
import type {
  MediaAdapter,
  MediaCodec,
  PeerFormat,
  PeerInput,
  PeerMessage,
  PeerOutput,
} from '../../../core/mediaAdapter.ts';
import { parseTwilioMessage, type TwilioMessage } from './parseTwilioMessage.ts';

/** Rate of telephone audio, in Hz. */
const SAMPLE_RATE = 8000;
const MULAW: PeerFormat = { encoding: 'mulaw', sample_rate: SAMPLE_RATE };
/** Longest gap that is filled with silence, in ms. */
const MAX_GAP_MS = 10_000;
/** Packets come a little early or late: what is missing by less is not filled, in ms. */
const JITTER_MS = 40;

/**
 * The adapter of Twilio Media Streams, bidirectional (`<Connect><Stream>`): mu-law at 8 kHz in JSON, as in
 * https://www.twilio.com/docs/voice/media-streams/websocket-messages (read 2026-11). Twilio sends each mark back when it has played what is before
 * it, also when a `clear` drops it. Nothing is sent before its `start`, which names the stream.
 */
export const twilio: MediaAdapter = {
  protocol: 'twilio',
  capabilities: {
    audio: { input: [MULAW], output: [MULAW] },
    heard: 'marked',
    clears: true,
    digits: true,
    resumes: false,
    audioIn: 'text',
    opens: 'peer',
  },
  createCodec: () => new TwilioCodec(),
};

class TwilioCodec implements MediaCodec {
  #stream: string | undefined;
  /** Audio of the caller so far, in ms. */
  #receivedMs = 0;

  readonly decode = (message: PeerMessage): readonly PeerInput[] => {
    const parsed = parseTwilioMessage(message);
    return parsed === undefined ? [] : this.#take(parsed);
  };

  readonly encode = (output: PeerOutput): readonly PeerMessage[] => {
    const streamSid = this.#stream;
    if (streamSid === undefined) return [];
    switch (output.kind) {
      case 'audio':
        return [JSON.stringify({ event: 'media', streamSid, media: { payload: toPayload(output.samples) } })];
      case 'mark':
        return [JSON.stringify({ event: 'mark', streamSid, mark: { name: output.name } })];
      case 'message':
        return output.message.type === 'clear' ? [JSON.stringify({ event: 'clear', streamSid })] : [];
    }
  };

  #take(message: TwilioMessage): readonly PeerInput[] {
    switch (message.event) {
      case 'start':
        if (this.#stream !== undefined) throw createFieldError('event', 'a message', 'one start', 'a second');
        this.#stream = message.streamSid;
        return [{ kind: 'opened' }];
      case 'media':
        return this.#takeAudio(message.media.timestamp, message.media.payload);
      case 'dtmf':
        return [{ kind: 'message', message: { type: 'input.digit', digit: message.dtmf.digit } }];
      case 'mark':
        return [{ kind: 'mark', name: message.mark.name }];
      case 'stop':
        return [{ kind: 'message', message: { type: 'session.end' } }];
    }
  }

  /** Fills what was lost on the way with silence: voice activity and ends of turns count samples. */
  #takeAudio(atMs: number, payload: string): readonly PeerInput[] {
    const samples = decodeMulaw(Buffer.from(payload, 'base64'));
    const missingMs = atMs - this.#receivedMs;
    const isGap = missingMs > JITTER_MS && missingMs <= MAX_GAP_MS;
    this.#receivedMs = (missingMs > JITTER_MS ? atMs : this.#receivedMs) + samples.length / (SAMPLE_RATE / 1000);
    const silence = new Int16Array(isGap ? samplesOfMs(missingMs, SAMPLE_RATE) : 0);
    return [silence, samples].filter(({ length }) => length > 0).map(toAudio);
  }
}

function toAudio(samples: Int16Array): PeerInput {
  return { kind: 'audio', frame: { samples, sampleRate: SAMPLE_RATE } };
}

function toPayload(samples: Int16Array): string {
  return Buffer.from(encodeMulaw(samples)).toString('base64');
}
