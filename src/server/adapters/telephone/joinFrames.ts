import type { MediaCodec, PeerMessage, PeerOutput } from '../../../core/mediaAdapter.ts';

/**
 * Joins the agent's audio into chunks of `length` samples, for a peer that accepts no shorter ones. Pads the end of an
 * utterance with silence. A mark waits for the chunk that contains the audio before it.
 */
export function joinFrames(codec: MediaCodec, length: number): MediaCodec {
  return new JoiningCodec(codec, length);
}

class JoiningCodec implements MediaCodec {
  readonly decode: MediaCodec['decode'];
  readonly #encode: MediaCodec['encode'];
  readonly #part: Int16Array;
  #filled = 0;
  #marks: PeerOutput[] = [];

  constructor({ decode, encode }: MediaCodec, length: number) {
    this.decode = decode;
    this.#encode = encode;
    this.#part = new Int16Array(length);
  }

  readonly encode = (output: PeerOutput): readonly PeerMessage[] => {
    switch (output.kind) {
      case 'audio':
        return this.#join(output.samples);
      case 'mark':
        if (this.#filled === 0) return this.#encode(output);
        this.#marks.push(output);
        return [];
      case 'message':
        if (output.message.type === 'clear') this.#drop();
        return [...(output.message.type === 'audio.end' ? this.#complete() : []), ...this.#encode(output)];
    }
  };

  #join(samples: Int16Array): readonly PeerMessage[] {
    const sent: PeerMessage[] = [];
    for (let from = 0; from < samples.length; ) {
      const taken = samples.subarray(from, from + this.#part.length - this.#filled);
      this.#part.set(taken, this.#filled);
      this.#filled += taken.length;
      from += taken.length;
      if (this.#filled === this.#part.length) sent.push(...this.#complete());
    }
    return sent;
  }

  #complete(): readonly PeerMessage[] {
    if (this.#filled === 0) return [];
    const part: PeerOutput = { kind: 'audio', samples: this.#part.slice().fill(0, this.#filled) };
    const sent = [part, ...this.#marks].flatMap(this.#encode);
    this.#drop();
    return sent;
  }

  #drop(): void {
    this.#filled = 0;
    this.#marks = [];
  }
}
