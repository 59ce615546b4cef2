import { concat, from, map, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../src/core/message.ts';
import type { Metric } from '../../src/core/metric.ts';
import type { UserTurn } from '../../src/core/speech.ts';
import type { LLMResponseHandlerInput } from '../../src/session/agent.ts';
import { usage } from '../../src/testing/doubles/chunks.ts';
import { coughs, does, says, types } from '../support/userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

interface Asked {
  readonly atMs: number;
  readonly last: string;
  readonly speculative: boolean;
  abortedAt: number | null;
}

interface Played extends TestSession {
  readonly asked: readonly Asked[];
  readonly metrics: readonly Metric[];
}

/** Plays a session with a delay of 1.5 s: words that end at 960 ms are known at 1586 and committed at 2460. */
async function play({ config, ...options }: TestSessionOptions, forMs = 12_000, tokens = 0): Promise<Played> {
  const asked: Asked[] = [];
  const metrics: Metric[] = [];
  const made = createTestSession({
    llm: ['Fine.', 'Good.', 'Well.', 'Sure.'],
    ...options,
    config: { min_endpointing_delay: 1.5, preemptive_generation: true, ...config },
    start: false,
    agent: {
      llm_response_handler: (input) => {
        const call: Asked = {
          atMs: made.clock.now(),
          last: lastOf(input),
          speculative: input.speculative ?? false,
          abortedAt: null,
        };
        asked.push(call);
        input.signal.addEventListener('abort', () => (call.abortedAt = made.clock.now()));
        const chunks = from(made.llm(input));
        return tokens === 0 ? chunks : concat(chunks, of(usage(tokens, tokens)));
      },
    },
  });
  made.session.edges.metrics.subscribe((metric) => metrics.push(metric));
  made.session.start();
  await made.clock.run(forMs);
  return { ...made, asked, metrics };
}

function lastOf({ messages }: LLMResponseHandlerInput): string {
  const last: ChatMessage | undefined = messages.at(-1);
  return `${last?.role}: ${String(last?.content)}`;
}

const TELL_ME = says(320, 'tell me');

describe('preemptive_generation', () => {
  it('requests no answer ahead if a splice must pass the turn first', async () => {
    const withoutDigits = map((turn: UserTurn) => ({ ...turn, text: turn.text.replaceAll(/\d/g, '*') }));
    const { asked, errors, history } = await play({
      user: [says(320, 'my card is 4111')],
      options: { splice: { userTurn: withoutDigits } },
    });
    expect(asked).toMatchObject([{ last: 'user: my card is ****', speculative: false }]);
    expect(errors).toMatchObject([{ code: 'setting_unsupported', details: { path: 'preemptive_generation' } }]);
    expect(history()).toEqual(['user: my card is ****', 'assistant: Fine.']);
  });

  it('asks for the answer when the words are final, and speaks it at the commit', async () => {
    const { asked, when, history } = await play({ user: [TELL_ME], llmBehaviour: { firstTokenMs: 600 } });
    expect(asked).toEqual([{ atMs: 1586, last: 'user: tell me', speculative: true, abortedAt: null }]);
    expect(when('user_message_added')).toEqual([2460]);
    expect(when('agent_started_speaking')).toEqual([2460]);
    expect(history()).toEqual(['user: tell me', 'assistant: Fine.']);
  });

  it('is off by default', async () => {
    const { asked } = await play({ user: [TELL_ME], config: { preemptive_generation: false } });
    expect(asked).toEqual([{ atMs: 2460, last: 'user: tell me', speculative: false, abortedAt: null }]);
  });

  it('measures by how much earlier the first chunk came', async () => {
    const early = await play({ user: [TELL_ME], llmBehaviour: { firstTokenMs: 600 } });
    expect(early.metrics[0]?.preemptive).toEqual(kept(600));
    const late = await play({ user: [TELL_ME], llmBehaviour: { firstTokenMs: 1500 } });
    expect(late.metrics[0]?.preemptive).toEqual(kept(874));
    expect(late.when('agent_started_speaking')).toEqual([1586 + 1500]);
  });

  it('cancels the answer with the first words that follow, and asks again for the whole turn', async () => {
    const user = [TELL_ME, says(1700, 'about the kitchen', 900)];
    const { asked, history, metrics, spoken } = await play({ user, llmBehaviour: { firstTokenMs: 100 } });
    expect(asked.map(({ last, speculative }) => [last, speculative])).toEqual([
      ['user: tell me', true],
      ['user: tell me about the kitchen', true],
    ]);
    expect(history()).toEqual(['user: tell me about the kitchen', 'assistant: Good.']);
    expect(spoken()).toEqual(['Good.']);
    expect(metrics[0]?.preemptive).toMatchObject({ discarded: 1, discardedChunks: 3, discardedCharacters: 5 });
  });

  it('measures the tokens of answers that are discarded, if they have reported them', async () => {
    const user = [TELL_ME, says(1700, 'about the kitchen', 900)];
    const { metrics, session } = await play({ user, llmBehaviour: { firstTokenMs: 100 } }, 12_000, 10);
    const tokens = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
    expect(metrics.map(({ preemptive, usage: used }) => [preemptive?.discardedTokens, used])).toEqual([
      [tokens, tokens],
    ]);
    expect(session.usage.llm[0]?.wasted.superseded).toEqual(tokens);
  });

  it('aborts the request that is discarded while it runs', async () => {
    const user = [TELL_ME, says(1700, 'about the kitchen', 900)];
    const { asked } = await play({ user, llmBehaviour: { firstTokenMs: 5000 } });
    expect(asked[0]?.abortedAt).toBeGreaterThan(1764);
    expect(asked[0]?.abortedAt).toBeLessThan(2600);
    expect(asked[1]?.abortedAt).toBeNull();
  });

  it('keeps the answer when a sound without words follows', async () => {
    const { asked, history } = await play({ user: [TELL_ME, coughs(1700, 300)] });
    expect(asked).toHaveLength(1);
    expect(history()).toEqual(['user: tell me', 'assistant: Fine.']);
  });

  it('asks again when a late final adds words', async () => {
    const user = [says(320, { text: 'tell me', late: { text: 'about wine', afterMs: 300 } })];
    const { asked, spoken } = await play({ user });
    expect(asked.map(({ atMs, last }) => [atMs, last])).toEqual([
      [1586, 'user: tell me'],
      [1886, 'user: tell me about wine'],
    ]);
    expect(spoken()).toEqual(['Good.']);
  });

  it('executes no function before the commit', async () => {
    const llm = [{ calls: [{ name: 'book' }] }, 'Booked.'];
    const booked: number[] = [];
    const functions = { book: (clock: { now(): number }) => booked.push(clock.now()) };
    const { when, history } = await play({ user: [TELL_ME], llm, functions });
    expect(booked).toEqual([2460]);
    expect(when('function_calls_collected')).toEqual([2460]);
    expect(history().at(-1)).toBe('assistant: Booked.');
  });

  it('executes no function of an answer that is discarded', async () => {
    const booked: number[] = [];
    const functions = { book: (clock: { now(): number }) => booked.push(clock.now()) };
    const user = [TELL_ME, says(1700, 'about the kitchen', 900)];
    const { eventNames } = await play({ user, llm: [{ calls: [{ name: 'book' }] }, 'Fine.'], functions });
    expect(booked).toEqual([]);
    expect(eventNames).not.toContain('function_calls_collected');
  });

  it('discards a failure, and asks again at the commit', async () => {
    const llm = [{ text: 'Fine.', failAfterTokens: 0 }, 'Good.'];
    const { asked, codes, history } = await play({ user: [TELL_ME], llm });
    expect(asked.map(({ atMs, speculative }) => [atMs, speculative])).toEqual([
      [1586, true],
      [2460, false],
    ]);
    expect(codes).toEqual([]);
    expect(history()).toEqual(['user: tell me', 'assistant: Good.']);
  });

  it('asks again when the instructions have changed', async () => {
    const user = [TELL_ME, does(2000, ({ session }) => session.update({ instructions: 'Be brief.' }))];
    const { asked, history } = await play({ user });
    expect(asked.map(({ atMs }) => atMs)).toEqual([1586, 2460]);
    expect(history()).toEqual(['system: Be brief.', 'user: tell me', 'assistant: Good.']);
  });

  it('asks for nothing ahead while the agent does something', async () => {
    const user = [TELL_ME, says(3100, 'and the kitchen', 400)];
    const { asked } = await play({ user, llm: ['A long answer that goes on and on for a while.', 'Good.'] });
    expect(asked.map(({ speculative }) => speculative)).toEqual([true, false]);
  });

  it('discards the answer when typed text is committed with the words', async () => {
    const { asked, history } = await play({ user: [TELL_ME, types(2000, 'at eight')] });
    expect(asked.map(({ last, speculative }) => [last, speculative])).toEqual([
      ['user: tell me', true],
      ['user: tell me at eight', false],
    ]);
    expect(history()).toEqual(['user: tell me at eight', 'assistant: Good.']);
  });

  it('leaves nothing behind when the session ends before the commit', async () => {
    const user = [TELL_ME, does(2000, ({ session }) => session.end({ after: 'now' }))];
    const { ledger, asked } = await play({ user, llmBehaviour: { firstTokenMs: 5000 } });
    expect(asked[0]?.abortedAt).toBe(2000);
    expect(ledger.open()).toEqual({});
  });

  it('asks ahead after the pause that ends the voice of a final, not while the user speaks on', async () => {
    const user = [says(320, { text: ['tell me', 'please'], msPerWord: 320 }, 1600)];
    const { asked } = await play({ user });
    expect(asked.map(({ last }) => last)).toEqual(['user: tell me please']);
  });
});

function kept(gainedMs: number): Metric['preemptive'] {
  return { gainedMs, discarded: 0, discardedChunks: 0, discardedCharacters: 0 };
}
