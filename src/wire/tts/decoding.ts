import type { AudioDecoder, OpenDecoder } from '../audio/decoder.ts';
import type { Heard } from './connection.ts';

/** What comes of an utterance, with its audio as samples. */
export type Decoded =
  | { readonly kind: 'sound'; readonly samples: Int16Array }
  | Exclude<Heard, { readonly kind: 'audio' }>;

export interface Decoding {
  push(what: Heard): void;
  /** From here on nothing is emitted; frees the decoder. */
  stop(): void;
}

export interface DecodingListener {
  decoded(what: Decoded): void;
  failed(error: unknown): void;
}

/** Decodes what comes of one utterance, in its order; until the decoder is there, it is kept. */
export function openDecoding(open: OpenDecoder, listener: DecodingListener): Decoding {
  let decoder: AudioDecoder | null = null;
  let kept: Heard[] = [];
  let stopped = false;

  const decode = (what: Heard, by: AudioDecoder): void => {
    if (what.kind !== 'audio') return listener.decoded(what);
    const samples = by.push(what.bytes);
    if (samples.length > 0) listener.decoded({ kind: 'sound', samples });
  };
  const push = (what: Heard): void => {
    if (stopped) return;
    if (decoder === null) {
      kept.push(what);
      return;
    }
    try {
      decode(what, decoder);
    } catch (error) {
      listener.failed(error);
    }
  };
  const loading = open.subscribe({
    next: (loaded) => {
      decoder = loaded;
      const before = kept;
      kept = [];
      for (const what of before) push(what);
    },
    error: listener.failed,
  });
  return {
    push,
    stop: () => {
      stopped = true;
      loading.unsubscribe();
    },
  };
}
