import { Observable } from 'rxjs';
import type { AudioDecoder, AudioDecoderSource } from './decoder.ts';

/** A decoder that needs nothing loaded: made anew for each stream of audio, there at once. */
export function createDecoderSource(make: () => AudioDecoder): AudioDecoderSource {
  return new Observable((subscriber) => subscriber.next(make()));
}
