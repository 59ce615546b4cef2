import { concat, EMPTY, from, NEVER, Observable, of, Subject, throwError, timer } from 'rxjs';
import { concatMap, delay, map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { llmTurn } from '../../operators/llmTurn.ts';
import type { ChatCompletionChunk, HandlerStream } from '../../src/core/chunk.ts';
import type { UserTurn } from '../../src/core/speech.ts';
import type { EndReason, TurnEvent } from '../../src/core/turn.ts';
import { chunk, finish, usage } from '../../src/testing/doubles/chunks.ts';
import { turns } from '../../src/testing/fixtures.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { answered, answering, CHUNKS, ended, raw, REPLY, round, started, text } from './llmTurn/score.ts';

describe('llmTurn', () => {
  it('answers each turn, and drops the rest of an answer when the next turn comes', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const userTurn = hot('t-------t----------', { t: turns.u });
      const first = cold('  --a--b--c--d|', CHUNKS);
      const second = cold('         -----e|', CHUNKS);
      const reply = '       s-a--b--(xs)-e(rx)';

      const numbered = userTurn.pipe(map((turn, n) => ({ ...turn, turn: n })));
      const respond = ({ turn }: { readonly turn: UserTurn }) => (turn.turn === 0 ? first : second);
      const events = numbered.pipe(llmTurn({ respond }));
      expectObservable(events.pipe(map(letterOf))).toBe(reply);
      expectSubscriptions(first.subscriptions).toBe(' ^-------!');
      expectSubscriptions(second.subscriptions).toBe('--------^-----!');
    }));

  it('hands over the turn, the round, and whether functions may be called', () => {
    const asked: unknown[] = [];
    const respond = (what: unknown): HandlerStream<ChatCompletionChunk> => {
      asked.push(what);
      return EMPTY;
    };
    answering({ respond });
    answering({ respond, maxRounds: 0 });
    expect(asked).toEqual([
      { turn: turns.u, round: 0, last: false },
      { turn: turns.u, round: 0, last: true },
    ]);
  });

  it('ends with its input, after the reply under way', () =>
    marbles(({ hot, cold, expectObservable }) => {
      const respond = () => cold('--a--|', CHUNKS);
      expectObservable(hot('u-|', turns).pipe(llmTurn({ respond }))).toBe('s-a--(rx|)', REPLY);
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
    const { log, reported } = answering({ respond });
    expect(log).toEqual(['0 started', '0 failed']);
    expect(reported).toMatchObject([{ code: 'handler_failed', message: 'no such model', details: { turn: 0 } }]);
  });

  it('failed, when the handler rejects', async () => {
    const { clock, log } = answering({ respond: () => Promise.reject(new Error('no such model')) });
    await clock.run();
    expect(log).toEqual(['0 started', '0 failed']);
  });

  it('failed in the middle: what was said stays said', () => {
    const broken = concat(
      of(chunk('One')),
      throwError(() => new Error('gone')),
    );
    expect(answered(broken).log).toEqual(['started', 'text One', 'failed']);
  });

  it.each<[EndReason, string]>([
    ['interrupted', 's-a-i'],
    ['superseded', 's-a-p'],
    ['failed', 's-a-f'],
    ['complete', 's-a-x'],
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
      const cut = hot('c--d', { c: { turn: 0, reason: 'failed' as const }, d: { turn: 1, reason: 'failed' as const } });
      const events = hot('-u', turns).pipe(llmTurn({ respond: () => cold('--a--|', CHUNKS), cut }));
      expectObservable(events).toBe('-s-a--(rx)', REPLY);
    }));

  it('cut as soon as it has started, the handler is never asked', () => {
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

describe('a handler that stalls', () => {
  it.each([
    [9999, '9999ms a', []],
    [10_000, '10s a', []],
    [10_001, '10s f', ['no first chunk for 10 s']],
  ])('with its first chunk after %i ms', (ms, reply, reported) =>
    marbles(({ hot, cold, expectObservable, flush }) => {
      const messages: string[] = [];
      const stream = cold(`${ms}ms a`, CHUNKS);
      const report = ({ message }: Error): void => void messages.push(message);
      const unsubscription = '10003ms !';
      const events = hot('u', turns).pipe(llmTurn({ respond: () => stream, report }));
      expectObservable(events, unsubscription).toBe(`s ${reply.replace(/^(\d+)m?s/, (time) => `${msOf(time) - 1}ms`)}`, REPLY);
      flush();
      expect(messages).toEqual(reported.map((what) => `llm_response_handler brought ${what}`));
    }),
  );

  it.each([
    [4999, false],
    [5000, false],
    [5001, true],
  ])('with a further chunk %i ms after the one before', (ms, fails) => {
    const clock = answering({ respond: () => NEVER }).clock;
    expect(clock.now()).toBe(0);
    marbles(({ hot, cold, expectObservable }) => {
      const stream = cold(`a ${ms - 1}ms bF|`, CHUNKS);
      const events = hot('u', turns).pipe(llmTurn({ respond: () => stream }));
      expectObservable(events).toBe(fails ? '(sa) 4996ms f' : `(sa) ${ms - 4}ms b-(rx)`, REPLY);
    });
  });
});
