import { Observable } from 'rxjs';

/** Turns the bytes of one stream of audio into samples, in pieces cut anywhere. */
export interface AudioDecoder {
  /** The samples that `bytes` make certain, mono; possibly none. */
  push(bytes: Uint8Array): Int16Array;
  /** The rate of the samples so far, in Hz, where the bytes say it. Absent: the rate that was asked for. */
  readonly sampleRate?: number | undefined;
}

/** Emits one decoder, at once or when it is loaded, and does not complete; unsubscribing frees it. */
export type AudioDecoderSource = Observable<AudioDecoder>;

/** Emits a new decoder at once, for each stream of audio. */
export function createDecoderSource(create: () => AudioDecoder): AudioDecoderSource {
  return new Observable((subscriber) => subscriber.next(create()));
}
