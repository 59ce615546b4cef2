import { describe, expect, it } from 'vitest';
import { of } from 'rxjs';
import type { EagerEnd } from '../../src/core/speech.ts';
import type { TurnModel } from '../../src/core/turnModel.ts';
import type { LLMResponseHandlerInput } from '../../src/session/agent.ts';
import type { StageContext, Stages } from '../../src/session/stages.ts';
import { does, says, types } from '../support/userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

/** What the handler was asked with, when; `?` for an answer that is asked for ahead, `!` for one that was aborted. */
interface Played extends TestSession {
  readonly asked: readonly string[];
}

async function play({ config, ...options }: TestSessionOptions, model?: TurnModel): Promise<Played> {
  const asked: string[] = [];
  const made: TestSession = createTestSession({
    llm: ['Fine.', 'Good.', 'Well.'],
    llmBehaviour: { firstTokenMs: 300 },
    ...options,
    config: { preemptive_generation: true, ...config },
    replaceParts: ({ io, ports }) => ({ io, ports: model === undefined ? ports : { ...ports, turns: model } }),
    agent: {
      llm_response_handler: (input) => {
        const n = asked.push(describeCall(input, made.clock.now())) - 1;
        input.signal.addEventListener('abort', () => (asked[n] += '!'));
        return made.llm(input);
      },
    },
  });
  await made.clock.run(12_000);
  return { ...made, asked };
}

function describeCall({ messages, speculative }: LLMResponseHandlerInput, atMs: number): string {
  return `${atMs} ${String(messages.at(-1)?.content)}${speculative === true ? '?' : ''}`;
}

/** The same probability at every pause. */
function certainBy(over: number): TurnModel {
  return { kind: 'pause', name: 'double', usesAudio: false, score: () => of({ over }) };
}

/** The last voiced sample is at 960 ms; the words are known as an interim by then, and final 50 ms after the end of the segment. */
const PLEASE = says(320, 'please', 640);

describe('an eager end of a turn model', () => {
  it('has the answer asked for with the words so far, before their final', async () => {
    const { asked, when, history } = await play({ user: [PLEASE], config: { eager_threshold: 0.3 } }, certainBy(0.4));
    expect(asked).toEqual(['1360 please?']);
    expect(when('user_message_added')).toEqual([3960]);
    expect(when('agent_started_speaking')).toEqual([3960]);
    expect(history()).toEqual(['user: please', 'assistant: Fine.']);
  });

  it('asks nothing ahead below the threshold, until the words are final', async () => {
    const { asked } = await play({ user: [PLEASE], config: { eager_threshold: 0.41 } }, certainBy(0.4));
    expect(asked).toEqual(['1586 please?']);
  });

  it('gains the time of the recogniser when the model is certain, without a threshold of its own', async () => {
    const { asked, when } = await play({ user: [PLEASE], stt: { delayMs: 400 } }, certainBy(0.9));
    expect(asked).toEqual(['1360 please?']);
    expect(when('agent_started_speaking')).toEqual(when('user_message_added'));
  });

  it('asks nothing ahead without preemptive_generation', async () => {
    const config = { preemptive_generation: false, eager_threshold: 0.3 };
    const { asked, when } = await play({ user: [PLEASE], config }, certainBy(0.4));
    expect(asked).toEqual([`${when('user_message_added')[0]} please`]);
  });

  it('is cancelled by the words that follow, and the history is the same as without', async () => {
    const user = [says(320, 'tell me', 640), says(1700, 'about wine', 900)];
    const llmBehaviour = { firstTokenMs: 1000 };
    const eager = await play({ user, llmBehaviour, config: { eager_threshold: 0.3 } }, certainBy(0.4));
    expect(eager.asked[0]).toBe('1360 tell me?!');
    expect(eager.asked.slice(1).every((call) => !call.endsWith('!'))).toBe(true);
    const plain = await play({ user, config: { preemptive_generation: false } }, certainBy(0.4));
    const [said] = plain.history();
    expect([eager.history()[0], plain.history()[0]]).toEqual([said, 'user: tell me about wine']);
    expect(eager.when('user_message_added')).toEqual(plain.when('user_message_added'));
  });

  it('discards the answer when the final has other words than the interim', async () => {
    const user = [says(320, { text: 'ten', interims: ['then'] }, 640)];
    const { asked, history } = await play({ user, config: { eager_threshold: 0.3 } }, certainBy(0.4));
    expect(asked).toEqual(['1360 then?!', '1586 ten?']);
    expect(history()[0]).toBe('user: ten');
  });
});

/** Plays eager ends of a recogniser, by their times. */
function heardBy(signs: Readonly<Record<number, EagerEnd['kind']>>): TestSessionOptions {
  let context: StageContext | undefined;
  const stages: Stages = {
    transcribe: (own, standard) => {
      context = own;
      return standard();
    },
  };
  const user = Object.entries(signs).map(([atMs, kind]) => does(Number(atMs), () => context?.eagerEnd({ kind })));
  return { user: [PLEASE, ...user], options: { stages }, config: { min_endpointing_delay: 1.5 } };
}

describe('an eager end of a recogniser', () => {
  it('has the answer asked for at once', async () => {
    expect((await play(heardBy({ 1000: 'eager_end' }))).asked).toEqual(['1000 please?']);
  });

  it('is cancelled when the recogniser says that the user goes on', async () => {
    const { asked, history } = await play(heardBy({ 1000: 'eager_end', 1100: 'resumed' }));
    expect(asked).toEqual(['1000 please?!', '1586 please?']);
    expect(history()).toEqual(['user: please', 'assistant: Good.']);
  });

  it('is nothing before the first words, nor once the turn is committed', async () => {
    expect((await play(heardBy({ 200: 'eager_end', 3000: 'eager_end' }))).asked).toEqual(['1586 please?']);
  });

  it('counts once for the same words', async () => {
    expect((await play(heardBy({ 1000: 'eager_end', 1100: 'eager_end' }))).asked).toEqual(['1000 please?']);
  });

  it('is nothing once text is typed', async () => {
    const { user = [], ...options } = heardBy({ 1000: 'eager_end' });
    const { asked, history } = await play({ ...options, user: [...user, types(1200, 'at eight')] });
    expect(asked[0]).toBe('1000 please?!');
    expect(history()[0]).toBe('user: at eight');
  });
});
