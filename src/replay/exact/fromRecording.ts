import { Observable } from 'rxjs';
import type { Codec } from '../../record/border.ts';
import { readError } from '../../record/errors.ts';
import type { Deliveries, StreamInput } from './deliveries.ts';

/** Emits the recorded values of a stream as they are delivered. Only counts the values that go into the stream. */
export function fromRecording<T, Written>(
  stream: string,
  codec: Codec<T, Written>,
  input: Observable<unknown>,
  deliveries: Deliveries,
): Observable<T> {
  return new Observable((subscriber) => {
    const deliver: StreamInput['deliver'] = ({ v, error, end }) => {
      if (error !== undefined) subscriber.error(readError(error));
      else if (end === true) subscriber.complete();
      else subscriber.next(codec.read(v as Written));
    };
    const entry: StreamInput = { received: 0, deliver };
    const count = (): void => {
      entry.received++;
      deliveries.noteInput(stream, entry);
    };
    deliveries.open.set(stream, entry);
    subscriber.add(() => deliveries.open.delete(stream));
    subscriber.add(input.subscribe({ next: count, error: count, complete: count }));
    deliveries.noteInput(stream, entry);
  });
}
