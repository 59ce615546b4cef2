import type { AudioFormats } from '../../../core/protocol.ts';
import type {
  LineAction,
  MediaAdapter,
  MediaCodec,
  PeerFormat,
  PeerInput,
  PeerMessage,
  PeerOutput,
} from '../../../core/mediaAdapter.ts';
import { createFieldError } from '../../protocols/connectionError.ts';
import { decodeAudio, encodeAudio } from '../../protocols/peerAudio.ts';
import { LINE } from '../telephone/lineCapabilities.ts';
import { parseJambonzMessage, type JambonzMessage } from './parseJambonzMessage.ts';

const L16: PeerFormat = { encoding: 'pcm_s16le', sample_rate: 16_000 };

/**
 * The adapter of jambonz's verb `listen`, with audio streamed both ways: 16-bit PCM in binary messages, and JSON in
 * text. The first text carries the data of the call. jambonz can return marks, but encodes them in the audio as samples
 * of -1, which also occur in speech and do not survive resampling (mod_audio_fork, read 2026-11). The adapter therefore
 * computes from the time how much the user has heard.
 */
export const jambonz: MediaAdapter = {
  protocol: 'jambonz',
  capabilities: {
    ...LINE,
    audio: { input: [L16], output: [L16] },
    heard: 'paced',
    actions: ['hangUp'],
    audioIn: 'binary',
  },
  createCodec: (audio) => new JambonzCodec(audio),
};

class JambonzCodec implements MediaCodec {
  readonly #sampleRate: number;
  #hasStarted = false;
  #isHungUp = false;

  constructor({ input }: AudioFormats) {
    this.#sampleRate = input.sample_rate;
  }

  readonly decode = (message: PeerMessage): readonly PeerInput[] => {
    if (typeof message !== 'string') return this.#takeAudio(message);
    const parsed = parseJambonzMessage(message, !this.#hasStarted);
    return parsed === undefined ? [] : this.#take(parsed);
  };

  readonly encode = (output: PeerOutput): readonly PeerMessage[] => {
    if (!this.#hasStarted || output.kind === 'mark') return [];
    if (output.kind === 'audio') return [encodeAudio(output.samples, 'pcm_s16le')];
    const { type } = output.message;
    if (type === 'clear') return ['{"type":"killAudio"}'];
    return type === 'session.ended' ? this.#hangUp() : [];
  };

  readonly act = ({ kind }: LineAction): readonly PeerMessage[] =>
    this.#hasStarted && kind === 'hangUp' ? this.#hangUp() : [];

  /** Ends `listen` once, because the end of the session hangs up as well; `hangup` is the next verb. */
  #hangUp(): readonly PeerMessage[] {
    if (this.#isHungUp) return [];
    this.#isHungUp = true;
    return ['{"type":"disconnect"}'];
  }

  #takeAudio(bytes: Uint8Array): readonly PeerInput[] {
    if (!this.#hasStarted) throw createFieldError('type', 'the first message', 'text', 'audio');
    const samples = decodeAudio(bytes, 'pcm_s16le');
    return samples.length === 0 ? [] : [{ kind: 'audio', frame: { samples, sampleRate: this.#sampleRate } }];
  }

  #take(message: JambonzMessage): readonly PeerInput[] {
    if (message.kind === 'digit') return [{ kind: 'message', message: { type: 'input.digit', digit: message.digit } }];
    if (this.#hasStarted) throw createFieldError('mixType', 'a message', 'in the first message only', 'a later one');
    if (message.sampleRate !== this.#sampleRate)
      throw createFieldError('sampleRate', 'the first message', `${this.#sampleRate}`, `${message.sampleRate}`);
    this.#hasStarted = true;
    return [{ kind: 'opened' }];
  }
}
