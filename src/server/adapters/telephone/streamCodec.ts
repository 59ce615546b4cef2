import type { MediaCodec, PeerInput, PeerMessage, PeerOutput } from '../../../core/mediaAdapter.ts';
import { createFieldError } from '../../protocols/connectionError.ts';
import type { CarrierAudio, StreamEvent } from './streamEvents.ts';

/** Lost audio. */
export interface Gap {
  readonly gapMs: number;
}

/** How a carrier formats and parses the messages of its streams. */
export interface StreamDialect {
  readonly sampleRate: number;
  /** Parses a message. Returns undefined for messages to ignore. @throws ConnectionError `protocol_error` */
  readonly parse: (message: PeerMessage) => StreamEvent | undefined;
  /** Returns the caller's audio in order, in parts, with gaps for missing audio. */
  readonly takeAudio: (audio: CarrierAudio) => readonly (Gap | Int16Array)[];
  readonly writeAudio: (samples: Int16Array, stream: string) => readonly PeerMessage[];
  readonly writeMark: (name: string, stream: string) => PeerMessage;
  readonly writeClear: (stream: string) => PeerMessage;
}

/** Converts the messages of a carrier's stream. Sends nothing before `start`, which names the stream. */
export function createStreamCodec(dialect: StreamDialect): MediaCodec {
  return new StreamCodec(dialect);
}

class StreamCodec implements MediaCodec {
  readonly #dialect: StreamDialect;
  #stream: string | undefined;

  constructor(dialect: StreamDialect) {
    this.#dialect = dialect;
  }

  readonly decode = (message: PeerMessage): readonly PeerInput[] => {
    const event = this.#dialect.parse(message);
    return event === undefined ? [] : this.#take(event);
  };

  readonly encode = (output: PeerOutput): readonly PeerMessage[] => {
    const stream = this.#stream;
    if (stream === undefined) return [];
    const { writeAudio, writeMark, writeClear } = this.#dialect;
    switch (output.kind) {
      case 'audio':
        return writeAudio(output.samples, stream);
      case 'mark':
        return [writeMark(output.name, stream)];
      case 'message':
        return output.message.type === 'clear' ? [writeClear(stream)] : [];
    }
  };

  #take(event: StreamEvent): readonly PeerInput[] {
    switch (event.kind) {
      case 'start':
        if (this.#stream !== undefined) throw createFieldError('event', 'a message', 'one start', 'a second');
        this.#stream = event.stream;
        return [{ kind: 'opened' }];
      case 'audio':
        return this.#dialect.takeAudio(event.audio).filter(hasAudio).map(this.#toInput);
      case 'digit':
        return [{ kind: 'message', message: { type: 'input.digit', digit: event.digit } }];
      case 'mark':
        return [event];
      case 'stop':
        return [{ kind: 'message', message: { type: 'session.end' } }];
    }
  }

  readonly #toInput = (part: Gap | Int16Array): PeerInput =>
    'gapMs' in part
      ? { kind: 'gap', ms: part.gapMs }
      : { kind: 'audio', frame: { samples: part, sampleRate: this.#dialect.sampleRate } };
}

function hasAudio(part: Gap | Int16Array): boolean {
  return 'gapMs' in part || part.length > 0;
}
