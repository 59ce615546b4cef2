import { Observable } from 'rxjs';
import type { Codec } from '../../record/border.ts';
import { readError } from '../../record/errors.ts';
import type { Deliveries, StreamInput } from './deliveries.ts';

/** What was recorded of a stream, as it is delivered; what goes into the stream is only counted. */
export function fromRecording<T, Written>(
  stream: string,
  codec: Codec<T, Written>,
  input: Observable<unknown>,
  deliveries: Deliveries,
): Observable<T> {
  return new Observable((subscriber) => {
    const arrive: StreamInput['deliver'] = ({ v, error, end }) => {
      if (error !== undefined) subscriber.error(readError(error));
      else if (end === true) subscriber.complete();
      else subscriber.next(codec.read(v as Written));
    };
    const mouth: StreamInput = { received: 0, deliver: arrive };
    const take = (): void => {
      mouth.received++;
      deliveries.noteInput(stream, mouth);
    };
    deliveries.open.set(stream, mouth);
    subscriber.add(() => deliveries.open.delete(stream));
    subscriber.add(input.subscribe({ next: take, error: take, complete: take }));
    deliveries.noteInput(stream, mouth);
  });
}
