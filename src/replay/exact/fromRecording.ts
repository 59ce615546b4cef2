import { Observable } from 'rxjs';
import type { Codec } from '../../record/border.ts';
import { readError } from '../../record/error.ts';
import type { Deliveries, Mouth } from './deliveries.ts';

/** What was recorded of a stream, as it is delivered; what goes into the stream is only counted. */
export function fromRecording<T, Written>(
  stream: string,
  codec: Codec<T, Written>,
  input: Observable<unknown>,
  deliveries: Deliveries,
): Observable<T> {
  return new Observable((subscriber) => {
    const arrive: Mouth['arrive'] = ({ v, error, end }) => {
      if (error !== undefined) subscriber.error(readError(error));
      else if (end === true) subscriber.complete();
      else subscriber.next(codec.read(v as Written));
    };
    const mouth: Mouth = { taken: 0, arrive };
    const take = (): void => {
      mouth.taken++;
      deliveries.wentInto(stream, mouth);
    };
    deliveries.open.set(stream, mouth);
    subscriber.add(() => deliveries.open.delete(stream));
    subscriber.add(input.subscribe({ next: take, error: take, complete: take }));
    deliveries.wentInto(stream, mouth);
  });
}
