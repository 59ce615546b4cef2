import type { Observable } from 'rxjs';

/** Turns the bytes of one stream of audio into samples, in pieces cut anywhere. */
export interface AudioDecoder {
  /** The samples that `bytes` make certain, mono; possibly none. */
  push(bytes: Uint8Array): Int16Array;
}

/** Emits one decoder, at once or when what it needs is loaded, and does not complete; unsubscribing frees it. */
export type AudioDecoderSource = Observable<AudioDecoder>;
