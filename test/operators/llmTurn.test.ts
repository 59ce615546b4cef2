import { concat, EMPTY, NEVER, Observable, of, Subject, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { llmTurn } from '../../operators/llmTurn.ts';
import type { ChatCompletionChunk, HandlerStream } from '../../src/core/chunk.ts';
import type { UserTurn } from '../../src/core/speech.ts';
import type { EndReason, TurnEvent } from '../../src/core/turn.ts';
import { chunk, finish } from '../../src/testing/doubles/chunks.ts';
import { replies, turns } from '../../src/testing/fixtures.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { answered, answering, CHUNKS, ended, REPLY, round, started, text } from './llmTurn/score.ts';

describe('llmTurn', () => {
  it('answers each turn, and drops the rest of an answer when the next turn comes', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const userTurn = hot('u-------U----------', turns);
      const first = cold('  --t--t--t--t|', { t: chunk('Hi.') });
      const second = cold('         -----t|', { t: chunk('Hi.') });
      const reply = '       s-t--t--(pS)-T(RE)';

      const respond = ({ turn }: { readonly turn: UserTurn }) => (turn.turn === 0 ? first : second);
      expectObservable(userTurn.pipe(llmTurn({ respond }))).toBe(reply, replies);
      expectSubscriptions(first.subscriptions).toBe(' ^-------!');
      expectSubscriptions(second.subscriptions).toBe('--------^-----!');
    }));

  it('hands over the turn, the round, and whether functions may be called', () => {
    const asked: unknown[] = [];
    const respond = (what: unknown): HandlerStream<ChatCompletionChunk> => {
      asked.push(what);
      return EMPTY;
    };
    answering(() => ({ respond }));
    answering(() => ({ respond, maxRounds: 0 }));
    expect(asked).toEqual([
      { turn: turns.u, round: 0, last: false },
      { turn: turns.u, round: 0, last: true },
    ]);
  });

  it('ends with its input, after the reply under way', () =>
    marbles(({ hot, cold, expectObservable }) => {
      const respond = () => cold('--a--|', CHUNKS);
      expectObservable(hot('u-|', turns).pipe(llmTurn({ respond }))).toBe('s-a--(re|)', REPLY);
    }));

  it('passes an error of its input', () =>
    marbles(({ hot, expectObservable }) => {
      expectObservable(hot('u-#', turns).pipe(llmTurn({ respond: () => NEVER }))).toBe('s-#', REPLY);
    }));
});

describe('a reply is a bracket: one start, one end', () => {
  it('complete', () => {
    expect(answered(of(chunk('Hi.'), finish())).log).toEqual(['started', 'text Hi.', 'round 0: ', 'complete']);
  });

  it('without a word', () => {
    expect(answered(EMPTY).log).toEqual(['started', 'round 0: ', 'complete']);
  });

  it.each<[string, () => HandlerStream<ChatCompletionChunk>]>([
    ['fails', () => throwError(() => new Error('no such model'))],
    [
      'throws',
      () => {
        throw new Error('no such model');
      },
    ],
  ])('failed, when the handler %s', (_, respond) => {
    const { log, reported } = answering(() => ({ respond }));
    expect(log).toEqual(['0 started', '0 failed']);
    expect(reported).toMatchObject([{ code: 'handler_failed', message: 'no such model', details: { turn: 0 } }]);
  });

  it('failed, when the handler rejects', async () => {
    const { clock, log } = answering(() => ({ respond: () => Promise.reject(new Error('no such model')) }));
    await clock.run();
    expect(log).toEqual(['0 started', '0 failed']);
  });

  it('failed in the middle: the text before the failure is kept', () => {
    const broken = concat(
      of(chunk('One')),
      throwError(() => new Error('gone')),
    );
    expect(answered(broken).log).toEqual(['started', 'text One', 'failed']);
  });

  it.each<[EndReason, string]>([
    ['interrupted', 's-a-i'],
    ['superseded', 's-a-p'],
    ['failed', 's-a-x'],
    ['complete', 's-a-e'],
  ])('cut at once, %s', (reason, reply) =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const stream = cold('--a--b|', CHUNKS);
      const cut = hot('    ----c', { c: { turn: 0, reason } });
      expectObservable(hot('u', turns).pipe(llmTurn({ respond: () => stream, cut }))).toBe(reply, REPLY);
      expectSubscriptions(stream.subscriptions).toBe('^---!');
    }),
  );

  it.each([
    ['just before', '--c', 's-i'],
    ['in the very instant of', '---c', 's--i'],
    ['just after', '----c', 's--ai'],
  ])('cut %s a word', (_, when, reply) =>
    marbles(({ hot, cold, expectObservable }) => {
      const stream = cold('---a--', CHUNKS);
      const cut = hot(when, { c: { turn: 0, reason: 'interrupted' as const } });
      expectObservable(hot('u', turns).pipe(llmTurn({ respond: () => stream, cut }))).toBe(reply, REPLY);
    }),
  );

  it('a cut of another turn, or before its own, does not concern it', () =>
    marbles(({ hot, cold, expectObservable }) => {
      const cut = hot('c--C', { c: { turn: 0, reason: 'failed' as const }, C: { turn: 1, reason: 'failed' as const } });
      const events = hot('-u', turns).pipe(llmTurn({ respond: () => cold('--a--|', CHUNKS), cut }));
      expectObservable(events).toBe('-s-a--(re)', REPLY);
    }));

  it('cut as soon as it has started, the handler is never called', () => {
    const cut = new Subject<{ turn: number; reason: EndReason }>();
    const asked: unknown[] = [];
    const events: TurnEvent[] = [];
    const respond = (what: unknown): HandlerStream<ChatCompletionChunk> => {
      asked.push(what);
      return NEVER;
    };
    of(turns.u)
      .pipe(llmTurn({ respond, cut }))
      .subscribe((event) => {
        events.push(event);
        if (event.kind === 'started') cut.next({ turn: 0, reason: 'interrupted' });
      });
    expect([events, asked]).toEqual([[started(), ended('interrupted')], []]);
  });

  it('cut as its call is reported, the handler is never called', () => {
    const cut = new Subject<{ turn: number; reason: EndReason }>();
    const asked: unknown[] = [];
    const { log } = answering(() => ({
      respond: (what) => {
        asked.push(what);
        return NEVER;
      },
      cut,
      progress: ({ turn }) => cut.next({ turn, reason: 'interrupted' }),
    }));
    expect([log, asked]).toEqual([['0 started', '0 interrupted'], []]);
  });

  it('superseded by a turn that comes as soon as it has started', () => {
    const userTurn = new Subject<UserTurn>();
    const events: TurnEvent[] = [];
    userTurn.pipe(llmTurn({ respond: () => of(chunk('Hi.')) })).subscribe((event) => {
      events.push(event);
      if (event.kind === 'started' && event.turn === 0) userTurn.next(turns.U);
    });
    userTurn.next(turns.u);
    expect(events).toEqual([
      started(),
      ended('superseded'),
      started(1),
      text('Hi.', 0, 1),
      round(0, 1),
      ended('complete', 1),
    ]);
  });
});

describe('cancelling', () => {
  it('reaches the handler in the same instant, and leaves no timer', () => {
    let closed = 0;
    const signals: AbortSignal[] = [];
    const test = answering(() => ({
      respond: (_, signal) => {
        signals.push(signal);
        return new Observable<ChatCompletionChunk>(() => () => (closed += 1));
      },
    }));
    expect([closed, test.clock.pending]).toEqual([0, 1]);
    test.turns.next(turns.U);
    expect([closed, signals.map(({ aborted }) => aborted)]).toEqual([1, [true, false]]);
    test.close();
    expect([closed, signals.map(({ aborted }) => aborted), test.clock.pending]).toEqual([2, [true, true], 0]);
  });

  it('abandons an iterable that ignores it, and emits none of its text', async () => {
    async function* ignoringAbort(sleep: (ms: number) => Promise<void>): AsyncGenerator<ChatCompletionChunk> {
      for (const word of ['one', 'two', 'three']) {
        await sleep(100);
        yield chunk(word);
      }
    }
    const test = answering((clock) => ({
      respond: ({ turn }) => (turn.turn === 0 ? ignoringAbort((ms) => clock.sleep(ms)) : EMPTY),
    }));
    test.clock.schedule(() => test.turns.next(turns.U), 150);
    await test.clock.run();
    expect(test.log).toEqual([
      '0 started',
      '100 text one',
      '150 superseded',
      '150 started',
      '150 round 0: ',
      '150 complete',
    ]);
  });
});
