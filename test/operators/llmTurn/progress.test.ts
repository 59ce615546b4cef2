import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ChatCompletionChunk } from '../../../src/core/chunk.ts';
import type { FunctionResults } from '../../../src/core/turn.ts';
import { chunk, finish, toolCallChunk, usage } from '../../../src/testing/doubles/chunks.ts';
import { answering, raw, timed } from './score.ts';

type Timed = readonly [atMs: number, chunk: unknown];

/** Returns the progress of rounds that stream this, each as `ms kind round`; the calls of a round return at once. */
function progressOf(...rounds: readonly (readonly Timed[])[]): readonly string[] {
  const log: string[] = [];
  const results = new Subject<FunctionResults>();
  const { clock } = answering((virtual) => ({
    respond: ({ round }) => raw(timed(virtual, ...(rounds[round] ?? []))),
    results,
    progress: (event) => {
      const tokens = event.kind === 'usage' ? ` ${event.usage.total_tokens}` : '';
      log.push(`${virtual.now()} ${event.kind} ${event.round}${tokens}`);
    },
  }));
  clock.flush();
  for (const round of rounds.keys()) {
    results.next({ turn: 0, round, results: [] });
    clock.flush();
  }
  return log;
}

const withUsage = (counts: unknown): ChatCompletionChunk => ({ ...chunk('Hi.'), usage: counts }) as ChatCompletionChunk;

describe('how a round gets on', () => {
  it('reports the call of the handler, the first chunk and the tokens', () => {
    const stream: readonly Timed[] = [
      [200, chunk('')],
      [300, chunk('Hi.')],
      [300, finish()],
      [400, usage(40, 2)],
    ];
    expect(progressOf(stream)).toEqual(['0 called 0', '200 chunk 0', '400 usage 0 42']);
  });

  it('reports each round', () => {
    const calls: readonly Timed[] = [
      [200, toolCallChunk({ id: 'c1', name: 'look' })],
      [200, finish('tool_calls')],
    ];
    expect(progressOf(calls, [[100, chunk('Hi.')]])).toEqual([
      '0 called 0',
      '200 chunk 0',
      '200 called 1',
      '300 chunk 1',
    ]);
  });

  it.each([
    ['null', null],
    ['a number', 7],
    ['nothing', {}],
    ['a part', { prompt_tokens: 40, completion_tokens: 2 }],
    ['less than nothing', { prompt_tokens: -1, completion_tokens: 2, total_tokens: 1 }],
  ])('knows of no tokens where their count is %s', (_what, counts) => {
    expect(progressOf([[100, withUsage(counts)]])).toEqual(['0 called 0', '100 chunk 0']);
  });

  it('reports values that are no chunks, too', () => {
    expect(progressOf([[100, null]])).toEqual(['0 called 0', '100 chunk 0']);
  });
});
