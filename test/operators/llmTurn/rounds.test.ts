import { BehaviorSubject, of, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { llmTurn } from '../../../operators/llmTurn.ts';
import type { LlmTurnOptions, Round } from '../../../operators/llmTurn/llmTurnOptions.ts';
import type { FunctionResults } from '../../../src/core/turn.ts';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import type { LlmReply } from '../../../src/testing/doubles/streamReply.ts';
import { toolCallChunk } from '../../../src/testing/doubles/chunks.ts';
import { turns } from '../../../src/testing/fixtures.ts';
import { answering, type Answering } from './score.ts';

const CALL: LlmReply = { text: 'Let me see.', calls: [{ name: 'time', id: 'c1', arguments: { zone: 'UTC' } }] };
const ASKED = ['started', 'text Let', 'text  me', 'text  see.', 'round 0: c1 time({"zone":"UTC"})'];

interface Rounds extends Answering {
  readonly results: Subject<FunctionResults>;
  readonly open: BehaviorSubject<boolean>;
  readonly inputs: readonly Round[];
  /** What happened, without its times. */
  lines(): readonly string[];
}

function rounds(replies: readonly (string | LlmReply)[], options: Partial<LlmTurnOptions> = {}): Rounds {
  const [results, open] = [new Subject<FunctionResults>(), new BehaviorSubject(true)];
  const respond = createLlmDouble<Round>(replies);
  const test = answering(() => ({ respond, results, open, ...options }));
  return {
    ...test,
    results,
    open,
    inputs: respond.inputs,
    lines: () => test.log.map((line) => line.replace(/^\d+ /, '')),
  };
}

function resultsOf(round = 0, turn = 0): FunctionResults {
  return { turn, round, results: [] };
}

describe('function calls', () => {
  it('are emitted when their stream has ended, and answered in a further round', () => {
    const test = rounds([CALL, 'Seven.']);
    expect(test.lines()).toEqual(ASKED);
    test.results.next(resultsOf());
    expect(test.lines().slice(ASKED.length)).toEqual(['text Seven.', 'round 1: ', 'complete']);
    expect(test.inputs.map(({ round, last }) => [round, last])).toEqual([
      [0, false],
      [1, true],
    ]);
  });

  it('of another round or another turn do not bring it', () => {
    const test = rounds([CALL, 'Seven.']);
    test.results.next(resultsOf(1));
    test.results.next(resultsOf(0, 1));
    expect(test.lines()).toEqual(ASKED);
  });

  it('executed in the instant in which they are emitted are not missed', () => {
    const results = new Subject<FunctionResults>();
    const kinds: string[] = [];
    of(turns.u)
      .pipe(llmTurn({ respond: createLlmDouble<Round>([CALL, 'Seven.']), results }))
      .subscribe(({ kind }) => {
        kinds.push(kind);
        if (kind === 'round') results.next(resultsOf());
      });
    expect(kinds.filter((kind) => kind !== 'text')).toEqual(['started', 'round', 'round', 'ended']);
  });

  it('bring no further round if the reply ends with them', () => {
    const [results, cut] = [new Subject<FunctionResults>(), new Subject<{ turn: number; reason: 'failed' }>()];
    const kinds: string[] = [];
    of(turns.u)
      .pipe(llmTurn({ respond: createLlmDouble<Round>([CALL, 'Seven.']), results, cut }))
      .subscribe(({ kind }) => {
        kinds.push(kind);
        if (kind !== 'round') return;
        cut.next({ turn: 0, reason: 'failed' });
        results.next(resultsOf());
      });
    expect(kinds.filter((kind) => kind !== 'text')).toEqual(['started', 'round', 'ended']);
  });

  it('wait for the floor before the further round', () => {
    const test = rounds([CALL, 'Seven.']);
    test.open.next(false);
    test.results.next(resultsOf());
    expect(test.inputs).toHaveLength(1);
    test.open.next(true);
    expect(test.lines().at(-1)).toBe('complete');
    test.open.next(false);
    test.open.next(true);
    expect(test.inputs).toHaveLength(2);
  });

  it('cut while the floor is taken bring no further round', () => {
    const cut = new Subject<{ turn: number; reason: 'interrupted' }>();
    const test = rounds([CALL, 'Seven.'], { cut });
    test.open.next(false);
    test.results.next(resultsOf());
    cut.next({ turn: 0, reason: 'interrupted' });
    test.open.next(true);
    expect([test.lines().at(-1), test.inputs.length]).toEqual(['interrupted', 1]);
  });

  it('while they run, the next turn supersedes the reply', () => {
    const test = rounds([CALL, 'Yes.']);
    test.turns.next(turns.U);
    test.results.next(resultsOf());
    expect(test.lines().slice(ASKED.length)).toEqual(['superseded', 'started', 'text Yes.', 'round 0: ', 'complete']);
  });

  it('whose results never come end the reply', () => {
    const test = answering(() => ({ respond: createLlmDouble([CALL]) }));
    expect(test.log.at(-1)).toBe('0 complete');
  });

  it('keep the reply open as long as they take: no timeout of the handler runs', () => {
    const test = rounds([CALL, 'Seven.']);
    expect(test.clock.pending).toBe(0);
    test.clock.flush(60_000);
    expect(test.lines()).toEqual(ASKED);
  });

  it('cut while their arguments stream are not emitted', () => {
    const cut = new Subject<{ turn: number; reason: 'interrupted' }>();
    const chunks = new Subject<ReturnType<typeof toolCallChunk>>();
    const test = answering(() => ({ respond: () => chunks, cut }));
    chunks.next(toolCallChunk({ id: 'c1', name: 'hang_up', arguments: '{"now"' }));
    cut.next({ turn: 0, reason: 'interrupted' });
    expect(test.log).toEqual(['0 started', '0 interrupted']);
  });
});

describe('further rounds', () => {
  it.each([
    [0, 1],
    [1, 2],
    [2, 3],
  ])('at most %i: the handler is called %i times, the last time without functions', (maxRounds, calls) => {
    const test = rounds([CALL, CALL, CALL, CALL], { maxRounds });
    [0, 1, 2, 3].forEach((round) => test.results.next(resultsOf(round)));
    expect(test.inputs.map(({ last }) => last)).toEqual(Array.from({ length: calls }, (_, at) => at === calls - 1));
    expect(test.lines().at(-1)).toBe('complete');
  });

  it('end only when the calls of the one too many are answered', () => {
    const test = rounds([CALL], { maxRounds: 0 });
    expect(test.lines()).toEqual(ASKED);
    test.results.next(resultsOf());
    expect(test.lines().at(-1)).toBe('complete');
  });

  it('may stall like the first', () => {
    const test = rounds([CALL, { text: 'Seven.', firstTokenMs: Number.POSITIVE_INFINITY }]);
    test.results.next(resultsOf());
    test.clock.flush();
    expect([test.lines().at(-1), test.clock.now()]).toEqual(['failed', 10_000]);
  });

  it('may fail like the first', () => {
    const test = rounds([CALL, { failAfterTokens: 0, text: 'Seven.' }]);
    test.results.next(resultsOf());
    expect(test.lines().at(-1)).toBe('failed');
  });

  it('give calls without an id one that no other call has', () => {
    const nameless = { respond: () => of(toolCallChunk({ name: 'a' }), toolCallChunk({ index: 1, name: 'b' })) };
    const results = new Subject<FunctionResults>();
    const test = answering(() => ({ ...nameless, results, maxRounds: 1 }));
    results.next(resultsOf());
    test.turns.next(turns.U);
    const ids = test.log.flatMap((line) => line.match(/call_\d+_\d+_\d+/g) ?? []);
    expect(ids).toEqual(['call_0_0_0', 'call_0_0_1', 'call_0_1_0', 'call_0_1_1', 'call_1_0_0', 'call_1_0_1']);
  });

  it('cut, release everything they wait for', () => {
    const test = rounds([CALL]);
    expect([test.results.observed, test.open.observed]).toEqual([true, false]);
    test.open.next(false);
    test.results.next(resultsOf());
    expect([test.results.observed, test.open.observed]).toEqual([false, true]);
    test.close();
    expect([test.results.observed, test.open.observed]).toEqual([false, false]);
  });
});
