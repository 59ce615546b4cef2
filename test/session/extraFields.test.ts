import { from, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import type { Checkpoint } from '../../src/core/checkpoint.ts';
import type { ChatMessage } from '../../src/core/message.ts';
import { chunk, finish, toolCallChunk } from '../../src/testing/doubles/chunks.ts';
import { recorder } from '../replay/record.ts';
import { replay } from '../../src/replay/replay.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';
import { does, TELL_ME } from '../support/userActions.ts';

/** A call as the OpenAI-compatible server of Gemini streams it, with a signature that it wants back. */
const SIGNATURE = { google: { thought_signature: 'c2lnbmF0dXJl' } };

function withDelta(made: ChatCompletionChunk, fields: object): ChatCompletionChunk {
  const [choice] = made.choices;
  return { ...made, choices: [{ ...choice, delta: { ...choice?.delta, ...fields } }] } as ChatCompletionChunk;
}

function signedCall(args = '{}'): ChatCompletionChunk {
  const made = toolCallChunk({ id: 'c1', name: 'look', arguments: args });
  const [call] = made.choices[0]?.delta.tool_calls ?? [];
  return withDelta(made, { tool_calls: [{ ...call, extra_content: SIGNATURE }] });
}

interface Played extends TestSession {
  readonly asked: readonly (readonly ChatMessage[])[];
  /** The events, as JSON. */
  readonly payloads: string;
}

async function play(
  rounds: readonly (readonly ChatCompletionChunk[])[],
  own: TestSessionOptions = {},
): Promise<Played> {
  const asked: (readonly ChatMessage[])[] = [];
  const agent = {
    ...own.agent,
    llm_response_handler: ({ messages }: { messages: ChatMessage[] }): Observable<ChatCompletionChunk> => {
      asked.push(messages);
      return from(rounds[asked.length - 1] ?? [chunk('Fine.'), finish()]);
    },
  };
  const made = createTestSession({ user: [TELL_ME], functions: { look: () => 'seen' }, ...own, agent });
  const inputs: unknown[] = [];
  made.session.events$.subscribe(({ name, input }) => inputs.push([name, input]));
  await made.clock.run(10_000);
  return { ...made, asked, payloads: JSON.stringify(inputs) };
}

/** The messages of the second request that came from the model. */
const callIn = ({ asked }: Played): unknown => asked[1]?.find(({ role }) => role === 'assistant');

describe('unknown fields', () => {
  it('of a call come back in the next round, and stand in no event', async () => {
    const played = await play([[signedCall(), finish('tool_calls')]]);
    expect(callIn(played)).toEqual({
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' }, extra_content: SIGNATURE },
      ],
    });
    expect(played.payloads).not.toContain('extra_content');
  });

  it('of a message come back, their pieces joined', async () => {
    const thinks = (text: string): ChatCompletionChunk =>
      withDelta(chunk(''), { reasoning_details: [{ type: 'reasoning.text', index: 0, text, format: 'x' }] });
    const played = await play([
      [
        thinks('Let me '),
        thinks('look.'),
        toolCallChunk({ id: 'c1', name: 'look', arguments: '{}' }),
        finish('tool_calls'),
      ],
    ]);
    expect(callIn(played)).toMatchObject({
      reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Let me look.', format: 'x' }],
    });
    expect(played.payloads).not.toContain('reasoning');
  });

  it('of initial messages are given to the handler', async () => {
    const cache_control = { type: 'ephemeral' };
    const message = { role: 'system', content: 'Be brief.', cache_control } as const;
    const { asked, history } = await play([], { config: { initial_messages: [message] } });
    expect(asked[0]?.[0]).toEqual({ role: 'system', content: 'Be brief.', cache_control });
    expect(history()[0]).toBe('system: Be brief.');
  });

  it('are in a checkpoint, and in the session that goes on from it', async () => {
    const taken: Checkpoint[] = [];
    await play([[signedCall(), finish('tool_calls')]], {
      user: [does(0, ({ session }) => session.checkpoint$.subscribe((one) => taken.push(one))), TELL_ME],
    });
    const resumed = await play([], { options: { resumeFrom: taken.at(-1) } });
    expect(resumed.asked[0]).toContainEqual(
      expect.objectContaining({ tool_calls: [expect.objectContaining({ extra_content: SIGNATURE })] }),
    );
  });

  it('are replayed without a difference', async () => {
    const record = recorder();
    const { session, clock } = await play([[signedCall(), finish('tool_calls')]], { options: { record } });
    session.close('ended_by_api');
    await clock.run(11_000);
    expect((await replay(record.recording())).difference).toBeNull();
  });

  it('of more than 64 kB are dropped, and that is reported', async () => {
    const large = withDelta(chunk(''), { reasoning: 'x'.repeat(70_000) });
    const played = await play([[large, signedCall(), finish('tool_calls')]]);
    expect(Object.keys(callIn(played) as object)).toEqual(['role', 'content', 'tool_calls']);
    expect(played.codes).toEqual(['limit_exceeded']);
    expect(played.history().at(-1)).toBe('assistant: Fine.');
  });
});

it.each(['{"at":', '[1]', '7', 'null'])(
  'arguments that are no JSON object, %s, are answered, and stand as {} in the messages of the model',
  async (args) => {
    const calls = [toolCallChunk({ id: 'c1', name: 'look', arguments: args }), finish('tool_calls')];
    const played = await play([calls]);
    expect(callIn(played)).toMatchObject({ tool_calls: [{ function: { name: 'look', arguments: '{}' } }] });
    expect(played.asked[1]?.at(-1)).toMatchObject({ role: 'tool', content: expect.stringMatching(/^error: /u) });
    expect(played.payloads).toContain(JSON.stringify({ name: 'look', arguments: args }));
  },
);
