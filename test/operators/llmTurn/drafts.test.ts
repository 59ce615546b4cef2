import { map, NEVER, throwError, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { llmTurn } from '../../../operators/llmTurn.ts';
import type { Round } from '../../../operators/llmTurn/llmTurnOptions.ts';
import type { UserTurn } from '../../../src/core/speech.ts';
import type { RoundProgress, TurnEvent } from '../../../src/core/turn.ts';
import { chunk, finish, toolCallChunk } from '../../../src/testing/doubles/chunks.ts';
import { marbles } from '../../../src/testing/marbles.ts';

/** `d` and `e`: two drafts of turn 0 · `n`: it is none any more. */
const DRAFTS: Readonly<Record<string, UserTurn | null>> = {
  d: { turn: 0, text: 'hello' },
  e: { turn: 0, text: 'hello there' },
  n: null,
};

const CHUNKS = {
  a: chunk('Hi'),
  b: chunk(' there.'),
  c: toolCallChunk({ index: 0, id: 'c1', name: 'look' }),
  f: finish(),
};

interface Played {
  readonly asked: readonly string[];
  readonly progress: readonly RoundProgress[];
}

/** Plays drafts and a turn; each call of the handler gets the next answer. Texts are `a` and `b`, `r` a round, `c` one with a call. */
function play(
  score: {
    readonly drafts: string;
    readonly turns: string;
    readonly answers: readonly string[];
    readonly reply: string;
  },
  answer?: (round: Round, cold: Observable<never>) => Observable<never>,
): Played {
  const asked: string[] = [];
  const progress: RoundProgress[] = [];
  marbles(({ hot, cold, expectObservable }) => {
    const respond = (round: Round): Observable<never> => {
      const stream = cold(score.answers[asked.length] ?? '', CHUNKS) as unknown as Observable<never>;
      asked.push(`${round.turn.text}${round.speculative === true ? '?' : ''}`);
      return answer?.(round, stream) ?? stream;
    };
    const drafts = hot(score.drafts, DRAFTS);
    const turns = hot(score.turns, { u: { turn: 0, text: 'hello' }, v: { turn: 0, text: 'hello there' } });
    const reply = turns.pipe(llmTurn({ respond, drafts, results: NEVER, progress: (event) => progress.push(event) }));
    expectObservable(reply).toBe(score.reply, EVENTS);
  });
  return { asked, progress };
}

const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '' } } as const;

const EVENTS: Readonly<Record<string, TurnEvent>> = {
  s: { kind: 'started', turn: 0 },
  a: { kind: 'text', turn: 0, round: 0, delta: 'Hi' },
  b: { kind: 'text', turn: 0, round: 0, delta: ' there.' },
  r: { kind: 'round', turn: 0, round: 0, calls: [] },
  c: { kind: 'round', turn: 0, round: 0, calls: [call] },
  e: { kind: 'ended', turn: 0, reason: 'complete' },
};

describe('llmTurn with drafts', () => {
  it('asks once, before the turn, and answers with what has come by then', () => {
    const score = { drafts: 'd', turns: '-----u', answers: ['--a---------b(f|)'], reply: '-----(sa)---b(re)' };
    const { asked, progress } = play(score);
    expect(asked).toEqual(['hello?']);
    expect(progress.filter(({ kind }) => kind === 'kept')).toEqual([{ kind: 'kept', turn: 0, round: 0, gainedMs: 2 }]);
  });

  it('emits no call before the turn', () => {
    play({ drafts: 'd', turns: '-----u', answers: ['-c(f|)'], reply: '-----(sc)' });
  });

  it.each([
    ['another turn comes', 'd', '-----v', 5],
    ['its draft is none any more', 'd--n', '-----u', 3],
    ['another draft comes', 'd--e--n', '-------u', 3],
  ])('discards the answer when %s', (_, drafts, turns) => {
    const { asked, progress } = play({
      drafts,
      turns,
      answers: ['-a--------b|', ...(drafts.includes('e') ? ['-a-------|'] : []), '|'],
      reply: `${'-'.repeat(turns.length - 1)}(sre)`,
    });
    expect(asked.at(-1)).toBe(turns.endsWith('v') ? 'hello there' : 'hello');
    const discarded = progress.filter(({ kind }) => kind === 'discarded');
    expect(discarded[0]).toEqual({
      kind: 'discarded',
      turn: 0,
      round: 0,
      chunks: 1,
      characters: 2,
      model: 'double',
      usage: null,
    });
  });

  it('a failure of an answer that was taken costs the next one nothing', () => {
    const progress: string[] = [];
    marbles(({ hot, cold, expectObservable }) => {
      const answers = [cold('-a----#', CHUNKS), cold('--a(f|)', CHUNKS)] as unknown as Observable<never>[];
      const turns = hot('--u-----v', { u: { turn: 0, text: 'hello' }, v: { turn: 1, text: 'hello there' } });
      const drafts = hot('d--e', {
        d: DRAFTS['d'],
        e: { turn: 1, text: 'hello there' },
      }) as Observable<UserTurn | null>;
      const respond = (): Observable<never> => answers.shift() ?? NEVER;
      const reply = turns.pipe(
        llmTurn({ respond, drafts, results: NEVER, progress: ({ kind, turn }) => progress.push(`${kind} ${turn}`) }),
      );
      expectObservable(reply.pipe(map(({ kind, turn }) => `${kind} ${turn}`))).toBe('--(sa)x-(SARE)', {
        s: 'started 0',
        a: 'text 0',
        x: 'ended 0',
        S: 'started 1',
        A: 'text 1',
        R: 'round 1',
        E: 'ended 1',
      });
    });
    expect(progress.filter((one) => one.startsWith('discarded'))).toEqual([]);
  });

  it('passes on the text of an answer only while it is held', () => {
    const texts: unknown[] = [];
    marbles(({ hot, cold }) => {
      const stream = cold('-a--b(f|)', CHUNKS) as unknown as Observable<never>;
      const turns = hot('--u', { u: { turn: 0, text: 'hello' } });
      const drafts = hot('d', DRAFTS) as Observable<UserTurn | null>;
      const draftText = (event: unknown): unknown => texts.push(event);
      turns.pipe(llmTurn({ respond: () => stream, drafts, results: NEVER, draftText })).subscribe();
    });
    expect(texts).toEqual([{ kind: 'text', turn: 0, delta: 'Hi' }]);
  });

  it('asks again at the turn when the answer has failed before', () => {
    const { asked } = play(
      { drafts: 'd', turns: '-----u', answers: ['', '(af|)'], reply: '-----(sare)' },
      (round, stream) => (round.speculative === true ? throwError(() => new Error('overloaded')) : stream),
    );
    expect(asked).toEqual(['hello?', 'hello']);
  });
});
