import { SpanKind } from '@opentelemetry/api';
import { delay, NEVER, of } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { chunk, finish, usage } from '../../src/testing/doubles/chunks.ts';
import type { TelemetryOptions } from '../../src/telemetry/createTelemetry.ts';
import type { TestSessionOptions } from '../support/testSession.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { after, createFunctions } from '../session/background/desk.ts';
import { coughs } from '../support/userActions.ts';
import { attributesOf, createTracedSession, drawSpans, spansOf, type TracedTestSession } from './traced.ts';

const QUESTION = { kind: 'says', voice: { atMs: 1000, forMs: 640 }, text: 'what is the time' } as const;
type User = NonNullable<TestSessionOptions['user']>;
const LONG = 'It is a rather long answer, which takes quite some time.';
const FIND = { calls: [{ name: 'find', arguments: {} }] } as const;

async function play(options: TestSessionOptions, how?: TelemetryOptions, ms = 20_000): Promise<TracedTestSession> {
  const traced = createTracedSession(options, how);
  await traced.clock.run(ms);
  traced.session.end({ after: 'now' });
  await traced.clock.run(ms + 5000);
  return traced;
}

async function draw(options: TestSessionOptions, ms?: number): Promise<readonly string[]> {
  const { spans } = await play(options, {}, ms);
  return drawSpans(spans());
}

describe('a session is one trace', () => {
  test('of a turn, with recognition, model, speech and playout below it', async () => {
    expect(await draw({ user: [QUESTION], llm: [{ text: 'Half past ten.', firstTokenMs: 300 }] })).toEqual([
      'session 0-20000',
      '  invoke_agent 1056-3398',
      '    speech_to_text 1056-2258',
      '    chat double 2258-2558',
      '    text_to_speech 2558-2558',
      '    playout 2558-3398 *audible',
    ]);
  });

  test('the same in every run', async () => {
    const played = { user: [QUESTION], llm: [LONG] };
    expect(await draw(played)).toEqual(await draw(played));
  });

  test('of what the agent says on its own', async () => {
    const user: User = [{ kind: 'acts', atMs: 3000, act: ({ session }) => session.say('By the way.') }];
    expect(await draw({ config: { first_message: 'Welcome.' }, user })).toEqual([
      'session 0-20000',
      '  say 0-480',
      '    text_to_speech 0-0',
      '    playout 0-480 *audible',
      '  say 3000-3660',
      '    text_to_speech 3000-3000',
      '    playout 3000-3660 *audible',
    ]);
  });

  test('of typed text, from when it was typed', async () => {
    const user: User = [{ kind: 'acts', atMs: 500, act: ({ io }) => io.user.text.next('hello') }];
    expect((await draw({ user, llm: ['Hi.'] })).slice(0, 2)).toEqual(['session 0-20000', '  invoke_agent 500-680']);
  });

  test('with speech that became no turn below the session', async () => {
    const user = [{ kind: 'sounds', voice: { atMs: 1000, forMs: 300 } }] as const;
    expect(await draw({ user, says: [''] })).toEqual(['session 0-20000 *diagnostic', '  speech_to_text 1056-1938']);
  });

  test('with no more than 32 segments that wait for their turn', async () => {
    const user = Array.from({ length: 40 }, (_, n) => coughs(1000 + 2000 * n));
    const traced = createTracedSession({ user });
    await traced.clock.run(90_000);
    expect(spansOf(traced.spans(), 'speech_to_text').map(({ attributes }) => attributes['antiphon.segment'])).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7,
    ]);
  });
});

describe('function calls', () => {
  test('lie between the rounds of the model, as long as the function runs', async () => {
    const functions: TestSessionOptions['functions'] = { find: (clock) => of('x').pipe(delay(100, clock)) };
    expect((await draw({ user: [QUESTION], llm: [FIND, 'Ten.'], functions })).slice(3, 6)).toEqual([
      '    chat double 2258-2258',
      '    execute_tool find 2258-2358',
      '    chat double 2358-2358',
    ]);
  });

  test('in the background lie below the session until their result, and their turn has its latency', async () => {
    const clock = new VirtualClock();
    const functions = createFunctions({ find: { does: after(5000) } }, clock);
    const { spans } = await play({ clock, user: [QUESTION], llm: [FIND, 'I look.', 'Ten.'], agent: { functions } });
    expect(drawSpans(spans()).filter((line) => /execute_tool|invoke_agent|say/u.test(line))).toEqual([
      '  invoke_agent 1056-2678',
      '  execute_tool find 2258-7258',
      '  invoke_agent 7258-7498',
    ]);
    expect(spansOf(spans(), 'invoke_agent')[0]?.attributes['antiphon.latency.total_ms']).toBe(626);
  });

  test('that run at once have times of their own', async () => {
    const calls = [{ name: 'fast' }, { name: 'slow' }];
    const functions: TestSessionOptions['functions'] = {
      fast: () => 'x',
      slow: (clock) => of('x').pipe(delay(100, clock)),
    };
    const drawn = await draw({ user: [QUESTION], llm: [{ calls }, 'Ten.'], functions });
    expect(drawn.filter((line) => line.includes('execute_tool'))).toEqual([
      '    execute_tool fast 2258-2258',
      '    execute_tool slow 2258-2358',
    ]);
  });

  test.each([
    ['returned', (): unknown => 'x', undefined],
    ['failed', (): unknown => Promise.reject(new RangeError('no')), 'RangeError'],
    ['failed', (): unknown => ({ at: 1n }), 'function_failed'],
    ['timeout', (): unknown => NEVER, 'timeout'],
  ])('end as %s', async (outcome, find, type) => {
    const { spans } = await play({ user: [QUESTION], llm: [FIND, 'Ten.'], functions: { find } }, {}, 60_000);
    const { 'antiphon.end_reason': reason, 'error.type': error } = attributesOf(spans(), 'execute_tool');
    expect([reason, error]).toEqual([outcome, type]);
  });

  test('end with the session if they run then', async () => {
    const { spans } = await play({ user: [QUESTION], llm: [FIND], functions: { find: () => NEVER } }, {}, 5000);
    expect(attributesOf(spans(), 'execute_tool')['antiphon.end_reason']).toBe('session_ended');
    expect(drawSpans(spans()).filter((line) => line.includes('execute_tool'))).toEqual([
      '    execute_tool find 2258-5000',
    ]);
  });

  test('of a function that the agent does not have are not named by what the model invents', async () => {
    const { spans } = await play({ user: [QUESTION], llm: [{ calls: [{ name: 'invented' }] }, 'Ten.'] });
    expect(spansOf(spans(), 'execute_tool').map(({ name }) => name)).toEqual(['execute_tool']);
    expect(attributesOf(spans(), 'execute_tool')).toMatchObject({ 'antiphon.end_reason': 'failed' });
  });
});

describe('an interruption', () => {
  const INTERRUPTION = { kind: 'says', voice: { atMs: 4000, forMs: 1200 }, text: 'stop that now' } as const;

  test('is an event of the turn, whose reason it is; the words begin the next turn', async () => {
    const { spans } = await play({ user: [QUESTION, INTERRUPTION], llm: [LONG, 'Fine.'] });
    const [first, second] = spansOf(spans(), 'invoke_agent');
    expect(first?.events.map(({ name }) => name)).toEqual(['barge_in', 'interrupted']);
    expect(first?.attributes['antiphon.end_reason']).toBe('interrupted');
    expect(first?.status.code).toBe(0);
    expect(second?.startTime).toEqual([4, 64_000_000]);
    expect(spansOf(spans(), 'playout')[0]?.attributes['antiphon.playout.whole']).toBe(false);
  });

  test('ends the call of the model that was under way', async () => {
    const { spans } = await play({ user: [QUESTION, INTERRUPTION], llm: [{ text: LONG, tokenMs: 500 }, 'Fine.'] });
    const [cut, whole] = spansOf(spans(), 'chat').map(({ attributes }) => attributes['antiphon.end_reason']);
    expect([cut, whole]).toEqual(['cancelled', 'complete']);
  });
});

describe('what fails', () => {
  test.each([
    ['the handler', { llm: [{ text: 'So it goes.', failAfterTokens: 1 }] }, 'chat', 'Error', 'handler_failed'],
    ['the handler, in time', { llm: [{ firstTokenMs: 60_000 }] }, 'chat', 'handler_timeout', 'handler_timeout'],
    [
      'TTS',
      { llm: [LONG], tts: { utterances: [{ failAfterChars: 3 }] } },
      'text_to_speech',
      'provider_failed',
      'provider_failed',
    ],
  ])('%s has the status of an error, as has its turn', async (_what, options, part, ofPart, ofTurn) => {
    const { spans } = await play({ user: [QUESTION], ...options });
    expect(attributesOf(spans(), part)['error.type']).toBe(ofPart);
    expect(attributesOf(spans(), 'invoke_agent')).toMatchObject({
      'error.type': ofTurn,
      'antiphon.end_reason': 'failed',
    });
    const [turn] = spansOf(spans(), 'invoke_agent');
    expect(turn?.events.map(({ name, attributes }) => [name, attributes?.['exception.type']])).toContainEqual([
      'exception',
      ofTurn,
    ]);
    expect(spansOf(spans(), 'session')[0]?.status.code).toBe(0);
  });

  test.each([
    ['failed', 'provider_failed'],
    ['none', 'stt_timeout'],
  ] as const)('recognition whose answer is %s has the status of an error', async (answer, type) => {
    const { spans } = await play({ voice: [{ atMs: 1000, forMs: 640 }], says: [{ text: 'what', answer }] });
    expect(attributesOf(spans(), 'speech_to_text')['error.type']).toBe(type);
  });

  test('a session that fails has the reason as its error', async () => {
    const traced = createTracedSession({});
    traced.session.close('provider_failed');
    await traced.clock.run(1000);
    expect(attributesOf(traced.spans(), 'session')).toMatchObject({
      'error.type': 'provider_failed',
      'antiphon.end_reason': 'provider_failed',
    });
  });

  test('a session that never starts has no span', async () => {
    const traced = createTracedSession({ start: false });
    traced.session.end();
    await traced.clock.run(1000);
    expect(traced.spans()).toEqual([]);
  });
});

describe('the attributes', () => {
  test('of a turn are its latency, part by part, as in its metrics', async () => {
    const traced = createTracedSession({ user: [QUESTION], llm: [{ text: LONG, firstTokenMs: 300 }] });
    const totals: number[] = [];
    traced.session.edges.metrics.subscribe(({ totalMs }) => totals.push(totalMs));
    await traced.clock.run(20_000);
    traced.session.end({ after: 'now' });
    await traced.clock.run(25_000);
    expect(attributesOf(traced.spans(), 'invoke_agent')).toMatchObject({
      'antiphon.latency.heard': true,
      'antiphon.latency.total_ms': totals[0],
      'antiphon.latency.handler_ms': 300,
      'antiphon.latency.silence_ms': 576,
    });
  });

  test('of a call of the model are those of the GenAI conventions', async () => {
    const how = { agent_name: 'concierge', provider: 'openai', model: 'a-model' };
    const { spans } = await play({ user: [QUESTION], llm: [{ text: 'Ten.', firstTokenMs: 250 }] }, how);
    const [chat] = spansOf(spans(), 'chat');
    expect(chat).toMatchObject({ name: 'chat a-model', kind: SpanKind.CLIENT });
    expect(chat?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'a-model',
      'gen_ai.request.stream': true,
      'gen_ai.response.id': 'chatcmpl-double',
      'gen_ai.response.model': 'double',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.response.time_to_first_chunk': 0.25,
      'gen_ai.conversation.id': 'ses_test',
    });
    expect(spansOf(spans(), 'invoke_agent').map(({ name }) => name)).toEqual(['invoke_agent concierge']);
  });

  test('of a call of the model are its tokens', async () => {
    const agent = { llm_response_handler: () => of(chunk('Ten.'), finish(), usage(20, 3)) };
    const { spans } = await play({ user: [QUESTION], agent });
    const expected = { 'gen_ai.usage.input_tokens': 20, 'gen_ai.usage.output_tokens': 3 };
    expect(attributesOf(spans(), 'chat')).toMatchObject(expected);
    expect(attributesOf(spans(), 'invoke_agent')).toMatchObject(expected);
  });

  test('of recognition, speech and playout are their lengths and waits', async () => {
    const { spans } = await play({ user: [QUESTION], llm: ['Ten.'], tts: { firstAudioMs: 150, speed: 1 } });
    expect(attributesOf(spans(), 'speech_to_text')).toMatchObject({
      'gen_ai.provider.name': 'stt-double',
      'gen_ai.output.type': 'text',
      'antiphon.stt.voiced_ms': 640,
      'antiphon.stt.settled_by': 'final',
      'antiphon.stt.wait_ms': 50,
    });
    expect(attributesOf(spans(), 'text_to_speech')).toMatchObject({
      'gen_ai.provider.name': 'tts-double',
      'gen_ai.output.type': 'speech',
      'antiphon.tts.characters': 4,
      'antiphon.tts.audio_ms': 240,
      'antiphon.tts.first_audio_ms': 150,
      'antiphon.end_reason': 'complete',
    });
    expect(attributesOf(spans(), 'playout')).toMatchObject({
      'antiphon.playout.played_ms': 240,
      'antiphon.playout.whole': true,
    });
  });
});
