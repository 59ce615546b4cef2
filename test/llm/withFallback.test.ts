import { config, lastValueFrom, mergeMap, of, timer, type Observable } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, test } from 'vitest';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { withFallback, type FallbackOptions } from '../../src/llm/index.ts';
import { chunk, finish, opening, toolCallChunk } from '../../src/testing/index.ts';

const values = {
  o: opening(),
  t: chunk('text'),
  u: chunk('other'),
  c: toolCallChunk({ index: 0, id: 'c', name: 'n' }),
  f: finish(),
};
const refused = new Error('refused');
const input = { signal: new AbortController().signal };

interface Line {
  /** What the handler emits, from when it is asked. */
  readonly emits: string;
  /** When it is asked, and when it is given up or has ended; '' for never. */
  readonly asked: string;
}

/** Plays one question: o opening, t and u text, c call, f finish. Times out after 6 ms. */
function play(
  lines: readonly Line[],
  answer: string,
  { error = refused, ...options }: FallbackOptions & { error?: unknown } = {},
): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
    const sources = lines.map(({ emits }) => cold<ChatCompletionChunk>(emits, values, refused));
    const handler = withFallback(
      sources.map((source) => (): Observable<ChatCompletionChunk> => source),
      { timeout: 0.006, ...options, scheduler },
    );
    expectObservable(handler(input)).toBe(answer, values, error);
    lines.forEach(({ asked }, at) => {
      expectSubscriptions(sources[at]?.subscriptions ?? []).toBe(asked === '' ? [] : asked);
    });
  });
}

describe('an answer', () => {
  test('is that of the first handler', () => {
    const first = '  o-t-----(f|)';
    const asked = '  ^-------!';
    const answer = ' --(ot)--(f|)';
    play(
      [
        { emits: first, asked },
        { emits: 't|', asked: '' },
      ],
      answer,
    );
  });

  test('is that of the second, when the first fails', () => {
    const first = '  o-#';
    const second = '   -t----(f|)';
    const asked = '  --^-----!';
    const answer = ' ---t----(f|)';
    play(
      [
        { emits: first, asked: '^-!' },
        { emits: second, asked },
      ],
      answer,
    );
  });

  test('is that of the second, when the first has no text for 6 ms', () => {
    const first = '  o-------t|';
    const second = '       -u|';
    const asked = '  ------^-!';
    const answer = ' -------u|';
    play(
      [
        { emits: first, asked: '^-----!' },
        { emits: second, asked },
      ],
      answer,
    );
  });

  test('is that of the first, when its text comes after 5 ms', () => {
    const first = '  -----t|';
    const answer = ' -----t|';
    play(
      [
        { emits: first, asked: '^-----!' },
        { emits: 'u|', asked: '' },
      ],
      answer,
    );
  });

  test('may be a call', () => {
    play([{ emits: 'c----|', asked: '^----!' }], 'c----|');
  });

  test('may be empty', () => {
    play([{ emits: 'o-(f|)', asked: '^-!' }], '--(of|)');
  });

  test('that has begun fails where its handler fails: nothing is spoken twice', () => {
    play(
      [
        { emits: 't--#', asked: '^--!' },
        { emits: 'u|', asked: '' },
      ],
      '          t--#',
    );
  });

  test('is an error with all reasons, when all fail', () => {
    const error = expect.objectContaining({ code: 'handler_failed', message: 'all handlers failed: refused; refused' });
    play(
      [
        { emits: '-#', asked: '   ^!' },
        { emits: ' -#', asked: '  -^!' },
      ],
      '           --#',
      { error },
    );
  });
});

describe('hedging', () => {
  test('asks the second, too, after 3 ms, and gives up the slower one', () => {
    const first = '  o-----t|';
    const second = '    -u-|';
    const asked = '  ---^--!';
    const answer = ' ----u-|';
    play(
      [
        { emits: first, asked: '^---!' },
        { emits: second, asked },
      ],
      answer,
      { hedgeAfter: 0.003 },
    );
  });

  test.each([
    [20, '------------^-!', '-------------u|'],
    [19, '', '----------------t|'],
  ])(
    "`'p95'` asks after the 95th percentile of the first handler's own answers: after %i of them",
    (known, asked, answer) => {
      const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
      scheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
        const usual = cold<ChatCompletionChunk>('--t|', values);
        const slow = cold<ChatCompletionChunk>('------t|', values);
        const second = cold<ChatCompletionChunk>('-u|', values);
        let questions = 0;
        const first = (): Observable<ChatCompletionChunk> => ((questions += 1), questions > known ? slow : usual);
        const handler = withFallback([first, () => second], { hedgeAfter: 'p95', scheduler });
        for (let n = 0; n < known; n += 1) handler(input).subscribe();
        expectObservable(timer(10, scheduler).pipe(mergeMap(() => handler(input)))).toBe(answer, values);
        expectSubscriptions(second.subscriptions).toBe(asked === '' ? [] : asked);
      });
    },
  );

  test('asks the third 3 ms after the second, which has followed a failure', () => {
    const first = '  -#';
    const second = '  -----t|';
    const third = '      u|';
    const answer = ' ----u|';
    const failing = { emits: first, asked: '^!' };
    play([failing, { emits: second, asked: '-^--!' }, { emits: third, asked: '----^!' }], answer, {
      hedgeAfter: 0.003,
    });
  });

  test('does not, when the first answers before', () => {
    play(
      [
        { emits: '--t---|', asked: '^-----!' },
        { emits: 'u|', asked: '' },
      ],
      '          --t---|',
      { hedgeAfter: 0.003 },
    );
  });
});

describe('a handler that has failed', () => {
  test('stands behind the others for `retryAfter`, in the next question and not after it', () => {
    const scheduler = new TestScheduler(() => {});
    const asked: string[] = [];
    scheduler.run(({ cold }) => {
      const failing = (): Observable<ChatCompletionChunk> => (
        asked.push(`first ${scheduler.now()}`), cold('#', values)
      );
      const answering = (): Observable<ChatCompletionChunk> => (
        asked.push(`second ${scheduler.now()}`), cold('t|', values)
      );
      const handler = withFallback([failing, answering], { retryAfter: 0.01, scheduler });
      for (const at of [0, 9, 10]) scheduler.schedule(() => handler(input).subscribe(), at);
    });
    expect(asked).toEqual(['first 0', 'second 0', 'second 9', 'first 10', 'second 10']);
  });

  test('is reported with its place', () => {
    const failures: unknown[] = [];
    const boom = (): never => {
      throw refused;
    };
    const handler = withFallback([boom, boom], { onFailure: (failure) => failures.push(failure) });
    handler(input).subscribe({ error: () => {} });
    expect(failures).toEqual([
      { handler: 0, error: refused },
      { handler: 1, error: refused },
    ]);
  });
});

test('what `onFailure` throws is an unhandled error, and the next handler is asked all the same', async () => {
  const unhandled = new Promise((resolve) => (config.onUnhandledError = resolve));
  const fault = new Error('no console');
  const boom = (): never => {
    throw refused;
  };
  const onFailure = (): never => {
    throw fault;
  };
  try {
    const answer = withFallback([boom, () => of(chunk('text'))], { onFailure });
    expect(await lastValueFrom(answer(input))).toEqual(chunk('text'));
    expect(await unhandled).toBe(fault);
  } finally {
    config.onUnhandledError = null;
  }
});

test.each([undefined, null])('a chunk whose delta is %s is one', async (delta) => {
  const first = of({ ...opening(), choices: [{ index: 0, delta, finish_reason: null }] } as never, chunk('text'));
  expect(await lastValueFrom(withFallback([() => first])(input))).toEqual(chunk('text'));
});

test('a handler gets all of the input, also when it copies it', () => {
  const inputs: object[] = [];
  const handler = withFallback([
    (given: typeof input & { tools: string[] }) => (inputs.push({ ...given }), [] as never),
  ]);
  handler({ ...input, tools: ['a'] }).subscribe({ error: () => {} });
  expect(inputs).toEqual([{ tools: ['a'], signal: expect.any(AbortSignal) }]);
});

describe('the signal of a handler', () => {
  /** Asks one handler that never answers, and one that answers if `answers`. */
  function ask(answers: boolean) {
    const scheduler = new TestScheduler(() => {});
    const signals: AbortSignal[] = [];
    scheduler.run(({ cold }) => {
      const silent = ({ signal }: { signal: AbortSignal }) => (
        signals.push(signal), cold<ChatCompletionChunk>('-', values)
      );
      const second = ({ signal }: { signal: AbortSignal }) => (
        signals.push(signal), cold<ChatCompletionChunk>(answers ? 't|' : '-', values)
      );
      const subscription = withFallback([silent, second], { timeout: 0.002, scheduler })(input).subscribe();
      if (!answers) scheduler.schedule(() => subscription.unsubscribe(), 3);
    });
    return signals.map(({ aborted }) => aborted);
  }

  test('fires when it is given up, not when it has answered', () => {
    expect(ask(true)).toEqual([true, false]);
  });

  test('fires when the reply is cut', () => {
    expect(ask(false)).toEqual([true, true]);
  });
});

test.each<[string, readonly never[] | readonly (() => never)[], FallbackOptions, string]>([
  ['handlers', [], {}, 'handlers: expected at least one, got none'],
  ['timeout', [() => undefined as never], { timeout: 0 }, 'timeout: expected seconds above 0, got 0'],
  ['retryAfter', [() => undefined as never], { retryAfter: -1 }, 'retryAfter: expected seconds of at least 0, got -1'],
  [
    'hedgeAfter',
    [() => undefined as never],
    { hedgeAfter: -1 },
    "hedgeAfter: expected seconds of at least 0, or 'p95', got -1",
  ],
])('%s out of range is refused', (_, handlers, options, message) => {
  expect(() => withFallback(handlers, options)).toThrow(`withFallback: ${message}`);
});

test.each(['timeout', 'retryAfter', 'hedgeAfter'])('%s that is a text is refused', (name) => {
  expect(() => withFallback([() => undefined as never], { [name]: '3' })).toThrow(
    `withFallback: ${name}: expected seconds`,
  );
});
