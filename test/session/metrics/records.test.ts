import { concat } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ChatCompletionChunk } from '../../../src/core/chunk.ts';
import { chunk, finish, toolCallChunk, usage } from '../../../src/testing/doubles/chunks.ts';
import type { PlayedSessionOptions } from '../../support/playSession.ts';
import { coughs } from '../../support/userActions.ts';
import { ASKED, LAST_VOICED, writeMetrics, waits } from './waits.ts';

describe('a record', () => {
  it('comes once, when the answer is heard and all of it is generated', async () => {
    const slow = await waits({ llm: [{ text: 'One two. Three four five.', tokenMs: 200 }] });
    expect(slow.cameAt).toEqual([2226 + 5 * 200 - 200]);
    expect(writeMetrics(slow.metrics)).toEqual(['1026: silence 576, stt 50, sentence 400']);
  });

  it('comes when its answer is heard, if all of it was generated before', async () => {
    expect((await waits({ llm: ['Yes.'], tts: { firstAudioMs: 500 } })).cameAt).toEqual([2726]);
  });

  it('comes once for an answer that is cut and resumed', async () => {
    const resumed = await waits({
      user: [ASKED, coughs(3008)],
      llm: ['One two three four five six seven eight nine ten.'],
    });
    expect(resumed.when('agent_started_speaking')).toHaveLength(3);
    expect(writeMetrics(resumed.metrics)).toEqual(['626: silence 576, stt 50']);
  });

  it('of an answer that is cut on its way goes on until the session takes it for heard', async () => {
    const cut = await waits({
      user: [ASKED, coughs(2848)],
      llm: [{ text: 'Yes.', firstTokenMs: 600 }],
      transport: { latencyMs: 700 },
      config: { interrupt_time_threshold: 0.05 },
    });
    expect(writeMetrics(cut.metrics)).toEqual(['1562: silence 576, stt 50, handler 600, transport 336']);
    expect(cut.when('agent_started_speaking')[1]).toBe(LAST_VOICED + 1562);
  });
});

describe('tokens', () => {
  const rounds = (...streams: readonly (readonly ChatCompletionChunk[])[]): PlayedSessionOptions => {
    let round = 0;
    return {
      agent: { llm_response_handler: () => concat(streams[round++] ?? []) },
      functions: { look: () => 'seen' },
    };
  };
  const usagesOf = async (piece: PlayedSessionOptions): Promise<readonly unknown[]> =>
    (await waits(piece)).metrics.map(({ usage: tokens }) => tokens);

  it('are recorded where the stream reported them', async () => {
    expect(await usagesOf(rounds([chunk('Yes.'), finish(), usage(40, 2)]))).toEqual([
      { prompt_tokens: 40, completion_tokens: 2, total_tokens: 42 },
    ]);
  });

  it('are those of all rounds', async () => {
    const look = toolCallChunk({ id: 'c1', name: 'look', arguments: '{}' });
    const calling = [look, finish('tool_calls'), usage(40, 9)];
    expect(await usagesOf(rounds(calling, [chunk('Yes.'), finish(), usage(60, 2)]))).toEqual([
      { prompt_tokens: 100, completion_tokens: 11, total_tokens: 111 },
    ]);
  });

  it('of a service that counts as it goes are the last count', async () => {
    expect(await usagesOf(rounds([{ ...chunk('Yes.'), usage: usage(40, 1).usage }, finish(), usage(40, 2)]))).toEqual([
      { prompt_tokens: 40, completion_tokens: 2, total_tokens: 42 },
    ]);
  });

  it('that are no numbers are not recorded', async () => {
    const odd = { ...usage(1, 1), usage: { prompt_tokens: 'many' } } as unknown as ChatCompletionChunk;
    expect(await usagesOf(rounds([chunk('Yes.'), finish(), odd]))).toEqual([null]);
  });
});
