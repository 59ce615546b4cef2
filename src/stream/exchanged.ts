import { Observable, Subject, type OperatorFunction } from 'rxjs';
import { operate } from './operate.ts';

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
      let current = new Subject<In>();
      /** The input of the open bracket's operator, if another operator has replaced it. */
      let previous: Subject<In> | null = null;
      const end = (): void => {
        running -= 1;
        if (running === 0) out.complete();
      };
      const begin = (operator: OperatorFunction<In, Out>): void => {
        running += 1;
        operate(current.pipe(operator), out, { next: (value) => out.next(value), complete: end });
      };
      const replace = (operator: OperatorFunction<In, Out>): void => {
        const replaced = current;
        current = new Subject();
        begin(operator);
        if (isOpen && previous === null) previous = replaced;
        else replaced.complete();
      };
      begin(first);
      operate(replacing, out, { next: replace, complete: () => {} });
      operate(source, out, {
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
      });
    });
}
