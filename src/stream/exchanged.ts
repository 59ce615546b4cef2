import { Observable, type OperatorFunction } from 'rxjs';
import { FastSubject } from './fastSubject.ts';
import { MergedSubscriber } from './merge.ts';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/**
 * Sends each bracket `started … ended` through the operator that is the latest when it starts; each operator is subscribed to at once.
 * The input of one that was replaced completes behind the bracket that is open, and what it still emits is emitted. Completes when all
 * have.
 */
export function exchanged<In extends { readonly kind: string }, Out>(
  first: OperatorFunction<In, Out>,
  replacing: Observable<OperatorFunction<In, Out>>,
): OperatorFunction<In, Out> {
  return (source) =>
    new Observable<Out>((out) => {
      let running = 0;
      let isOpen = false;
      let current = new FastSubject<In>();
      /** The operator of the open bracket, if another has replaced it. */
      let previous: FastSubject<In> | null = null;
      const end = (): void => {
        running -= 1;
        if (running === 0) out.complete();
      };
      const begin = (operator: OperatorFunction<In, Out>): void => {
        running += 1;
        current.pipe(operator).subscribe(new MergedSubscriber(out, end));
      };
      const replace = (operator: OperatorFunction<In, Out>): void => {
        const replaced = current;
        current = new FastSubject();
        begin(operator);
        if (isOpen && previous === null) previous = replaced;
        else replaced.complete();
      };
      begin(first);
      replacing.subscribe(createOperatorSubscriber(out, { next: replace, complete: () => {} }));
      source.subscribe(
        createOperatorSubscriber<In>(out, {
          next: (event) => {
            if (event.kind === 'started') isOpen = true;
            (previous ?? current).next(event);
            if (event.kind !== 'ended') return;
            isOpen = false;
            const ended = previous;
            previous = null;
            ended?.complete();
          },
          complete: () => {
            previous?.complete();
            current.complete();
          },
        }),
      );
    });
}
