import { Observable } from 'rxjs';

/** A decoder of one audio stream. It accepts bytes in pieces cut at any position. */
export interface AudioDecoder {
  /** Returns the mono samples that `bytes` complete, possibly none. */
  push(bytes: Uint8Array): Int16Array;
  /** The rate of the samples so far, in Hz, if the bytes specify it. Absent: the requested rate. */
  readonly sampleRate?: number | undefined;
}

/** Emits one decoder, immediately or once it is loaded, and never completes. Unsubscribing frees the decoder. */
export type AudioDecoderSource = Observable<AudioDecoder>;

/** Creates a source that emits a new decoder immediately for each audio stream. */
export function createDecoderSource(create: () => AudioDecoder): AudioDecoderSource {
  return new Observable((subscriber) => subscriber.next(create()));
}
