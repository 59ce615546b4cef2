import type { ChatCompletionChunk, HandlerStream } from '../../src/core/chunk.ts';
import { defineAgent, type Agent, type LLMResponseHandlerInput } from '../../src/session/agent.ts';
import type { SessionConfig } from '../../src/session/config/config.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import type { LlmReply } from '../../src/testing/doubles/streamReply.ts';
import { iterableOf } from './iterable.ts';
import { BACKGROUND, words, type Completion, type Scenario, type TestData } from './scenario.ts';
import { backgroundOf, handoffsOf, plainFunctionsOf } from './scenarioFunctions.ts';
import { sum, type DoubleOptions } from './scenarioParts.ts';

type HandlerInput = LLMResponseHandlerInput<TestData>;

/** More calls of the handler than any conversation has. */
const CALLS = 80;
/** From this call on, none is in the background: its result might be answered with the next one, for ever. */
const LAST_IN_BACKGROUND = 6;

/**
 * Creates the agent of a session with this config. Agents to which the conversation is handed have the same one, and say so first. The first
 * agent has no name, the others are `H0`, `H1` …
 */
export function agentOf(scenario: Scenario, config: SessionConfig<TestData>, doubled: DoubleOptions): Agent<TestData> {
  const { scheduler: clock, log } = doubled;
  const answer = answererOf(scenario, doubled);
  const background = backgroundOf(scenario, doubled);
  let aways = 0;
  let agents = 0;
  const hire = (configMs: number): Agent<TestData> => {
    const name = `H${agents++}`;
    const handed = { ...config, initial_messages: [{ role: 'system' as const, content: name }] };
    return create(name, ({ signal }) => (configMs === 0 ? handed : clock.sleep(configMs, signal).then(() => handed)));
  };
  const create = (name: string, configure_session: Agent<TestData>['configure_session']): Agent<TestData> =>
    defineAgent<TestData>({
      ...(name !== '' && { name }),
      configure_session,
      on_user_away: ({ times }) => {
        log({ of: 'away', value: times });
        return words(`A${aways++}`, aways % 3);
      },
      functions: { ...plainFunctionsOf(doubled), ...background, ...handoffsOf(doubled, hire) },
      llm_response_handler: (input) => {
        const { messages, speculative } = input;
        log({ of: 'asked', value: name });
        log({ of: speculative === true ? 'ahead' : 'handler', value: structuredClone(messages) });
        return answer(input);
      },
    });
  return create('', () => config);
}

/** Creates the handler that all agents of a conversation share: each call has the next completion. */
function answererOf(
  { completions, handler, modes }: Scenario,
  { scheduler, ledger }: DoubleOptions,
): (input: HandlerInput) => HandlerStream<ChatCompletionChunk> {
  const replies = Array.from({ length: CALLS }, (_, call) => replyOf(completions, call, modes?.forTheEar === true));
  const double = createLlmDouble<HandlerInput>(replies, { scheduler, ledger });
  return (input) => {
    const stream = double(input);
    if (handler === 'observable') return stream;
    return handler === 'iterable' ? iterableOf(stream) : Promise.resolve(stream);
  };
}

function replyOf(completions: readonly Completion[], call: number, hasMarks: boolean): LlmReply {
  const { sentences, asks, calls, ...behaviour } = completions[call % completions.length] as Completion;
  const wanted = calls.filter((name) => call < LAST_IN_BACKGROUND || !(name in BACKGROUND));
  const mark = asks ? '?' : '.';
  const text = sentences.map((count, n) => {
    const sentence = `A${words(`${call}`, count, sum(sentences.slice(0, n)))}`;
    return `${hasMarks ? withMarks(sentence, n) : sentence}${mark}`;
  });
  return { ...behaviour, text: text.join(' '), calls: wanted.map((name, n) => ({ name, id: `call_${call}_${n}` })) };
}

/** Adds what a voice should not say as it is written. */
function withMarks(sentence: string, n: number): string {
  return [
    `**${sentence}** \u{1f600}`,
    `it is [${sentence}](https://example.com/a_b) and 12 kg`,
    `see https://example.com/x, \`${sentence}\``,
  ][n % 3] as string;
}
