import type { Transcript } from 'antiphon';
import { marbles } from 'antiphon/testing';
import { test } from 'vitest';
import { dropFillers } from '../../examples/custom-operator.ts';

test('fillers are dropped from what the user says, and what then has no words left', () => {
  marbles(({ hot, expectObservable }) => {
    const createFinal = (text: string): Transcript => ({ kind: 'final', segment: 0, text });
    const words = {
      a: createFinal('hello'),
      b: createFinal('um'),
      c: createFinal('um, a table'),
      d: createFinal('a table'),
    };
    const heard = '  --a----b----c--|';
    const without = '--a---------d--|';
    expectObservable(hot(heard, words).pipe(dropFillers())).toBe(without, words);
  });
});

test('words that only look like fillers stay', () => {
  marbles(({ hot, expectObservable }) => {
    const words = { a: { kind: 'interim', segment: 0, text: 'the museum has an umbrella' } } as const;
    expectObservable(hot<Transcript>('-a-|', words).pipe(dropFillers())).toBe('-a-|', words);
  });
});
