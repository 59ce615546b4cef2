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
import { ConnectionError, createFieldError } from '../../protocols/connectionError.ts';
import { parseAsteriskEvent, syntaxOf, type AsteriskEvent, type AsteriskSyntax } from './parseAsteriskEvent.ts';
import { decodeAudio, encodeAudio } from '../../protocols/peerAudio.ts';
import { LINE } from '../telephone/lineCapabilities.ts';

/** The formats of a channel, keyed by their names in a dial string, such as `c(slin16)`. */
const ASTERISK_FORMATS: Readonly<Record<string, PeerFormat>> = {
  slin16: { encoding: 'pcm_s16le', sample_rate: 16_000 },
  slin: { encoding: 'pcm_s16le', sample_rate: 8000 },
  ulaw: { encoding: 'mulaw', sample_rate: 8000 },
  alaw: { encoding: 'alaw', sample_rate: 8000 },
  slin24: { encoding: 'pcm_s16le', sample_rate: 24_000 },
  slin48: { encoding: 'pcm_s16le', sample_rate: 48_000 },
};

const FORMATS = Object.values(ASTERISK_FORMATS);

/**
 * The adapter of Asterisk's chan_websocket (20.18, 22.8, 23.2 and later), which carries audio in binary messages, and
 * events and commands as plain text or JSON. Asterisk queues the audio it receives, plays it in frames of 20 ms, and
 * returns each mark when playback reaches it; `FLUSH_MEDIA` also drops marks. The codec sends nothing before
 * `MEDIA_START`, which names the format.
 */
export const asterisk: MediaAdapter = {
  protocol: 'asterisk',
  capabilities: {
    ...LINE,
    audio: { input: FORMATS, output: FORMATS },
    actions: ['hangUp'],
    audioIn: 'binary',
  },
  createCodec: (audio) => new AsteriskCodec(audio),
};

/** The channel as `MEDIA_START` describes it. */
interface Channel {
  readonly format: PeerFormat;
  readonly syntax: AsteriskSyntax;
}

class AsteriskCodec implements MediaCodec {
  readonly #sampleRate: number;
  #channel: Channel | undefined;
  /**
   * Whether the channel buffers audio. Otherwise, it drops audio that does not fill a whole frame. A flush ends
   * buffering.
   */
  #isBuffering = false;
  #isHungUp = false;

  constructor({ input }: AudioFormats) {
    this.#sampleRate = input.sample_rate;
  }

  readonly decode = (message: PeerMessage): readonly PeerInput[] => {
    if (typeof message !== 'string') return this.#takeAudio(message);
    const event = parseAsteriskEvent(message);
    return event === undefined ? [] : this.#take(event, syntaxOf(message));
  };

  readonly encode = (output: PeerOutput): readonly PeerMessage[] => {
    const channel = this.#channel;
    if (channel === undefined) return [];
    switch (output.kind) {
      case 'audio': {
        const begin = this.#isBuffering ? [] : [toCommand(channel, 'START_MEDIA_BUFFERING')];
        this.#isBuffering = true;
        return [...begin, encodeAudio(output.samples, channel.format.encoding)];
      }
      case 'mark':
        return [toCommand(channel, 'MARK_MEDIA', output.name)];
      case 'message':
        return this.#encodeMessage(channel, output.message.type);
    }
  };

  readonly act = ({ kind }: LineAction): readonly PeerMessage[] =>
    this.#channel === undefined || kind !== 'hangUp' ? [] : this.#hangUp(this.#channel);

  /** Hangs up once, because the end of the session hangs up as well. */
  #hangUp(channel: Channel): readonly PeerMessage[] {
    if (this.#isHungUp) return [];
    this.#isHungUp = true;
    return [toCommand(channel, 'HANGUP')];
  }

  #encodeMessage(channel: Channel, type: string): readonly PeerMessage[] {
    if (type === 'session.ended') return this.#hangUp(channel);
    if (type !== 'clear') return [];
    this.#isBuffering = false;
    return [toCommand(channel, 'FLUSH_MEDIA')];
  }

  #takeAudio(bytes: Uint8Array): readonly PeerInput[] {
    if (this.#channel === undefined) throw createFieldError('event', 'the first message', 'MEDIA_START', 'audio');
    const { encoding, sample_rate: sampleRate } = this.#channel.format;
    const samples = decodeAudio(bytes, encoding);
    return samples.length === 0 ? [] : [{ kind: 'audio', frame: { samples, sampleRate } }];
  }

  #take(event: AsteriskEvent, syntax: AsteriskSyntax): readonly PeerInput[] {
    switch (event.event) {
      case 'MEDIA_START':
        return this.#start(event, syntax);
      case 'DTMF_END':
        return [{ kind: 'message', message: { type: 'input.digit', digit: event.digit } }];
      case 'MEDIA_MARK_PROCESSED':
        return [{ kind: 'mark', name: event.correlation_id }];
      case 'ERROR':
        throw new ConnectionError(
          'protocol_error',
          `Expected Asterisk to accept every command, got: ${event.error_text}`,
        );
    }
  }

  #start(
    { format: name, optimal_frame_size }: Extract<AsteriskEvent, { event: 'MEDIA_START' }>,
    syntax: AsteriskSyntax,
  ): readonly PeerInput[] {
    if (this.#channel !== undefined) throw createFieldError('event', 'a message', 'one MEDIA_START', 'a second');
    const format = Object.hasOwn(ASTERISK_FORMATS, name) ? ASTERISK_FORMATS[name] : undefined;
    if (format?.sample_rate !== this.#sampleRate)
      throw createFieldError('format', 'MEDIA_START', formatsOf(this.#sampleRate).join(' or '), name);
    // In passthrough mode, the channel accepts no commands.
    if (optimal_frame_size === 0)
      throw createFieldError(
        'optimal_frame_size',
        'MEDIA_START',
        'more than 0 (passthrough mode is not supported)',
        '0',
      );
    this.#channel = { format, syntax };
    return [{ kind: 'opened' }];
  }
}

/** Formats a command, which is at most 128 bytes long. */
function toCommand({ syntax }: Channel, command: string, correlation_id?: string): string {
  if (syntax === 'json') return JSON.stringify({ command, correlation_id });
  return correlation_id === undefined ? command : `${command} ${correlation_id}`;
}

/** Returns the names of the formats with this rate. */
function formatsOf(sampleRate: number): readonly string[] {
  return Object.entries(ASTERISK_FORMATS)
    .filter(([, { sample_rate }]) => sample_rate === sampleRate)
    .map(([name]) => name);
}
