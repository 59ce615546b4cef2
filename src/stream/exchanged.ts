import { Observable, type OperatorFunction } from 'rxjs';
import { FastSubject } from './fastSubject.ts';
import { MergedSubscriber } from './merge.ts';
import { createOperatorSubscriber } from './operatorSubscriber.ts';

/**
 * Sends each bracket `started … ended` through the operator that is current when it starts. Subscribes to each operator
 * at once. Completes the input of a replaced operator after its open bracket, and still emits its output. Completes
 * when all operators have completed.
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
      /** The input of the open bracket's operator, if another operator has replaced it. */
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
