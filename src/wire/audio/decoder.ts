import { Observable } from 'rxjs';

/** Turns the bytes of one stream of audio into samples, in pieces cut anywhere. */
export interface AudioDecoder {
  /** The samples that `bytes` make certain, mono; possibly none. */
  push(bytes: Uint8Array): Int16Array;
}

/** Emits one decoder, at once or when it is loaded, and does not complete; unsubscribing frees it. */
export type AudioDecoderSource = Observable<AudioDecoder>;

/** Emits a new decoder at once, for each stream of audio. */
export function createDecoderSource(create: () => AudioDecoder): AudioDecoderSource {
  return new Observable((subscriber) => subscriber.next(create()));
}
