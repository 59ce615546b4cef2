import { Observable } from 'rxjs';
import type { AudioDecoder, OpenDecoder } from './decoder.ts';

/** A decoder that needs nothing loaded: made anew for each stream of audio, there at once. */
export function opened(make: () => AudioDecoder): OpenDecoder {
  return new Observable((subscriber) => subscriber.next(make()));
}
