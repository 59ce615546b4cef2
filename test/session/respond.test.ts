import { filter } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { LLMResponseHandlerInput } from '../../src/session/agent.ts';
import { replay } from '../../src/replay/replay.ts';
import type { ReplyRequest } from '../../src/core/speech.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { does, says, TELL_ME, types } from '../support/userActions.ts';
import {
  createTestSession,
  type TestSession,
  type TestSessionOptions,
  type UserAction,
} from '../support/testSession.ts';

async function play(
  options: TestSessionOptions,
  forMs = 20_000,
): Promise<TestSession & { readonly inputs: LLMResponseHandlerInput[] }> {
  const made = createTestSession(options);
  await made.clock.run(forMs);
  return { ...made, inputs: made.llm.inputs as LLMResponseHandlerInput[] };
}

const asks = (atMs: number, request: ReplyRequest): UserAction => does(atMs, ({ session }) => session.respond(request));

describe('respond() with a request', () => {
  it('makes the agent speak at once if nobody else does, with instructions for this reply alone', async () => {
    const { inputs, when, history } = await play({
      user: [asks(2000, { instructions: 'Mention the terrace.' }), types(6000, 'thanks')],
      llm: ['We have a terrace.', 'Welcome.'],
    });
    expect(when('agent_started_speaking')[0]).toBe(2000);
    expect(inputs[0]?.messages).toEqual([{ role: 'system', content: 'Mention the terrace.' }]);
    expect(inputs[1]?.messages).toEqual([
      { role: 'assistant', content: 'We have a terrace.' },
      { role: 'user', content: 'thanks' },
    ]);
    expect(history()).toEqual(['assistant: We have a terrace.', 'user: thanks', 'assistant: Welcome.']);
  });

  it('waits while the user speaks, and until their words are answered', async () => {
    const { spoken } = await play({
      user: [TELL_ME, asks(600, { instructions: 'Mention the terrace.' })],
      llm: ['At eight.', 'We have a terrace.'],
    });
    expect(spoken()).toEqual(['At eight.', 'We have a terrace.']);
  });

  it('waits until the agent has spoken', async () => {
    const { spoken, when } = await play({
      user: [TELL_ME, asks(1700, { instructions: 'Mention the terrace.' })],
      llm: ['At eight.', 'We have a terrace.'],
    });
    expect(spoken()).toEqual(['At eight.', 'We have a terrace.']);
    expect(when('agent_interrupted')).toEqual([]);
  });

  it('survives an interruption of what the agent says before it', async () => {
    const { spoken } = await play({
      user: [TELL_ME, asks(1700, { instructions: 'Mention the terrace.' }), says(2200, 'no wait', 900)],
      llm: ['Today we close at eight, and open again tomorrow at noon.', 'Yes?', 'We have a terrace.'],
    });
    expect(spoken().slice(1)).toEqual(['Yes?', 'We have a terrace.']);
  });

  it('puts words into the mouth of the user, as a message', async () => {
    const { inputs, history } = await play({
      user: [asks(2000, { text: 'the user has opened the menu' })],
      llm: ['What would you like?'],
    });
    expect(inputs[0]?.messages).toEqual([{ role: 'user', content: 'the user has opened the menu' }]);
    expect(history()).toEqual(['user: the user has opened the menu', 'assistant: What would you like?']);
  });

  it('waits for the answer to words that were said after it, before it begins', async () => {
    const { inputs } = await play({
      user: [TELL_ME, asks(1700, { instructions: 'Mention the terrace.' }), types(1800, 'and on Sunday')],
      config: { allow_interruptions: false },
      llm: ['At eight.', 'At nine.', 'We have a terrace.'],
    });
    expect(inputs.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      'tell me',
      'and on Sunday',
      'Mention the terrace.',
    ]);
  });

  it('is measured from its beginning', async () => {
    const made = createTestSession({
      user: [types(500, 'hello'), asks(5000, { text: 'the user has opened the menu' })],
      llm: ['Hello.', { text: 'What would you like?', firstTokenMs: 300 }],
    });
    const waits: number[] = [];
    made.session.edges.metrics.subscribe(({ totalMs }) => waits.push(totalMs));
    await made.clock.run(20_000);
    expect(waits).toEqual([0, 300]);
  });

  it('passes those words through the splice of the user’s turns', async () => {
    const { history } = await play({
      user: [asks(2000, { text: 'hello' }), asks(4000, { instructions: 'Go on.' })],
      llm: ['Still here.'],
      options: { splice: { userTurn: (turns) => turns.pipe(filter(() => false)) } },
    });
    expect(history()).toEqual(['assistant: Still here.']);
  });

  it('asks for a function in the first round only', async () => {
    const { inputs } = await play({
      user: [asks(2000, { tool_choice: 'required' })],
      llm: [{ calls: [{ name: 'look' }] }, 'It is sunny.'],
      functions: { look: () => 'sunny' },
    });
    expect(inputs.map(({ tool_choice }) => tool_choice)).toEqual(['required', undefined]);
  });

  it('is not interrupted if it says so, and the next reply is', async () => {
    const text = 'Please listen to our terms, which are short and clear.';
    const { spoken, when } = await play({
      user: [
        asks(1000, { allow_interruptions: false }),
        says(1500, 'what are your terms', 1200),
        says(7000, 'no wait', 900),
      ],
      llm: [text, 'Today we close at eight, and open again tomorrow at noon.', 'Yes?'],
    });
    expect(spoken()[0]).toBe(text);
    expect(when('agent_interrupted')).toHaveLength(1);
  });

  it('is answered in a session that answers on request', async () => {
    const { spoken } = await play({
      config: { respond_on_request: true },
      user: [asks(2000, { text: 'hello' })],
      llm: ['Hello.'],
    });
    expect(spoken()).toEqual(['Hello.']);
  });

  it('keeps its meaning without a request, or with an empty one', async () => {
    const { spoken } = await play({ user: [TELL_ME, asks(3000, {})], llm: ['At eight.', 'And at nine.'] });
    expect(spoken()).toEqual(['At eight.', 'And at nine.']);
  });

  it('is the greeting of a session, after its first message', async () => {
    const greeting = { instructions: 'Greet the caller.' };
    const [alone, after] = await Promise.all([
      play({ config: { greeting }, llm: ['Good evening.'] }),
      play({ config: { greeting, first_message: 'This call is recorded.' }, llm: ['Good evening.'] }),
    ]);
    expect(alone.when('agent_started_speaking')).toEqual([0]);
    expect(alone.history()).toEqual(['assistant: Good evening.']);
    expect(after.spoken()).toEqual(['This call is recorded.', 'Good evening.']);
  });

  it('is reported if it cannot be understood, and nothing is said', async () => {
    const { errors, spoken } = await play({
      user: [
        asks(1000, { instructions: 7 } as never),
        asks(1000, { tool_choice: 'any' } as never),
        asks(1000, { intructions: 'x' } as never),
        asks(1000, 'hello' as never),
        asks(1000, { text: ' ' }),
      ],
      llm: ['never said'],
    });
    expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'usage_invalid respond.instructions: expected a string, got 7',
      'usage_invalid respond.tool_choice: expected one of "auto", "none", "required" or an object, got a string of 3 characters',
      'usage_invalid respond.intructions: expected no such field; did you mean "instructions"?, got a string of 1 characters',
      'usage_invalid respond: expected an object, got a string of 5 characters',
      'usage_invalid respond.text: expected at least 1, got a string of 1 characters',
    ]);
    expect(spoken()).toEqual([]);
  });

  it('is replayed without a difference', async () => {
    const recording = await recordingOf({
      user: [
        asks(2000, { instructions: 'Mention the terrace.', allow_interruptions: false }),
        asks(5000, { text: 'hello' }),
      ],
      llm: ['We have a terrace.', 'Hello.'],
    });
    expect((await replay(recording)).difference).toBeNull();
  });
});
