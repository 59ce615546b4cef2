import { generateKeyPairSync } from 'node:crypto';
import { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { LLMResponseHandlerInput, SessionUpdate } from '../../src/session/agent.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createTtsDouble, type TtsDouble } from '../../src/testing/doubles/tts.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { recorder } from '../replay/record.ts';
import { replay } from '../../src/replay/replay.ts';
import { runExact } from '../../src/replay/exact/runExact.ts';
import {
  createFunction,
  createTestSession,
  type TestSession,
  type TestSessionOptions,
} from '../support/testSession.ts';

interface Asked {
  readonly system: readonly string[];
  readonly tools: readonly string[];
}

interface UpdatedSession extends TestSession {
  readonly asked: readonly Asked[];
  update(atMs: number, changes: unknown): void;
  type(atMs: number, text: string): void;
}

function create(options: TestSessionOptions = {}): UpdatedSession {
  const clock = options.clock ?? new VirtualClock();
  const asked: Asked[] = [];
  const answer = createLlmDouble(options.llm ?? ['One.', 'Two.', 'Three.'], { scheduler: clock });
  const made = createTestSession({
    clock,
    config: { initial_messages: [{ role: 'system', content: 'Be brief.' }] },
    ...options,
    agent: {
      llm_response_handler: (input: LLMResponseHandlerInput) => {
        const system = input.messages.filter(({ role }) => role === 'system').map(({ content }) => String(content));
        asked.push({ system, tools: (input.tools ?? []).map((tool) => tool.function.name) });
        return answer(input);
      },
      ...options.agent,
    },
  });
  return {
    ...made,
    asked,
    update: (atMs, changes) => clock.schedule(() => made.session.update(changes as SessionUpdate), atMs),
    type: (atMs, text) => clock.schedule(() => made.io.user.text.next(text), atMs),
  };
}

describe('session.update', () => {
  it('changes the instructions with the next reply', async () => {
    const made = create();
    made.type(100, 'first');
    made.update(150, { instructions: 'Be long.' });
    made.type(5000, 'second');
    await made.clock.run(9000);
    expect(made.asked.map(({ system }) => system)).toEqual([['Be brief.'], ['Be long.']]);
    expect(made.history()[0]).toBe('system: Be long.');
  });

  it('puts instructions in front of a history that has none', async () => {
    const made = create({ config: {} });
    made.update(50, { instructions: 'Be long.' });
    made.type(100, 'first');
    await made.clock.run(5000);
    expect(made.history()).toEqual(['system: Be long.', 'user: first', 'assistant: One.']);
  });

  it('changes the functions that are offered and run', async () => {
    const ran: string[] = [];
    const made = create({
      llm: [{ calls: [{ name: 'open_door', arguments: {} }] }, 'Done.'],
      functions: { close_door: () => ran.push('close') },
    });
    made.update(50, { functions: { open_door: createFunction(() => ran.push('open')) } });
    made.type(100, 'open it');
    await made.clock.run(5000);
    expect(made.asked[0]?.tools).toEqual(['open_door']);
    expect(ran).toEqual(['open']);
  });

  it('leaves the turn under way as it began, in its further rounds, too', async () => {
    const made = create({
      llm: [{ calls: [{ name: 'close_door', arguments: {} }] }, 'Done.', 'Two.'],
      config: { max_nested_function_calls: 2, initial_messages: [{ role: 'system', content: 'Be brief.' }] },
      agent: {
        functions: { close_door: createFunction(() => made.session.update({ instructions: 'X', functions: {} })) },
      },
    });
    made.type(100, 'close it');
    made.type(6000, 'next');
    await made.clock.run(9000);
    expect(made.asked).toEqual([
      { system: ['Be brief.'], tools: ['close_door'] },
      { system: ['Be brief.'], tools: ['close_door'] },
      { system: ['X'], tools: [] },
    ]);
  });

  it('lets the last of several updates count, field by field', async () => {
    const made = create();
    made.update(10, { instructions: 'A', functions: { one: createFunction(() => '') } });
    made.update(20, { instructions: 'B' });
    made.type(100, 'first');
    await made.clock.run(5000);
    expect(made.asked).toEqual([{ system: ['B'], tools: ['one'] }]);
  });

  it('before the start changes the first reply', async () => {
    const made = create({ start: false });
    made.session.update({ instructions: 'A' });
    made.session.start();
    made.type(100, 'first');
    await made.clock.run(5000);
    expect(made.asked[0]?.system).toEqual(['A']);
  });

  it('after the end does nothing', async () => {
    const made = create();
    made.session.end({ after: 'now' });
    await made.clock.run(1000);
    made.session.update({ instructions: 'A' });
    await made.clock.run(2000);
    expect(made.history()).toEqual(['system: Be brief.']);
    expect(made.errors).toEqual([]);
  });
});

describe('an update while the agent speaks', () => {
  const ANSWER = 'One two three four five six seven.';

  it('leaves the greeting as it is', async () => {
    const clock = new VirtualClock();
    const [first, second] = [createVoice(clock, 'first'), createVoice(clock, 'second')];
    const config = { first_message: 'Good evening, who is speaking?', initial_messages: [] };
    const made = create({ clock, config, options: { ports: { tts: first } } });
    made.update(400, { instructions: 'Be long.', tts: second });
    made.type(5000, 'Ada');
    await clock.run(9000);
    expect(made.history()).toEqual([
      'system: Be long.',
      'assistant: Good evening, who is speaking?',
      'user: Ada',
      'assistant: One.',
    ]);
    expect(made.session.usage.tts.map(({ provider, characters }) => [provider, characters])).toEqual([
      ['first', config.first_message.length],
      ['second', 4],
    ]);
  });

  it('counts for the answer to the words that interrupt it', async () => {
    const clock = new VirtualClock();
    const [first, second] = [createVoice(clock, 'first'), createVoice(clock, 'second')];
    const made = create({ clock, llm: [ANSWER, 'Two.'], options: { ports: { tts: first } } });
    made.type(100, 'first');
    made.update(700, { instructions: 'Be long.', tts: second });
    made.type(900, 'second');
    await clock.run(6000);
    const [, , cut, ...rest] = made.history();
    expect(ANSWER).toContain(cut?.slice('assistant: '.length));
    expect(cut).not.toBe(`assistant: ${ANSWER}`);
    expect(rest).toEqual(['user: second', 'assistant: Two.']);
    expect(made.asked.map(({ system }) => system)).toEqual([['Be brief.'], ['Be long.']]);
    expect(made.session.usage.tts.at(-1)).toMatchObject({ provider: 'second', characters: 4 });
  });
});

describe('an update with a fault', () => {
  const REFUSED: readonly (readonly [string, unknown, string])[] = [
    ['no object', 7, 'update: expected an object, got a number'],
    ['an unknown field', { instruction: 'x' }, 'instruction: expected no such field; did you mean "instructions"?'],
    ['a field that stays', { vad: {} }, 'vad: expected no such field: it stays as it was configured at the start'],
    [
      'a voice of its own',
      { voice: 'Ada' },
      'voice: expected no such field: the voice is one of the settings of `tts`',
    ],
    ['instructions of another kind', { instructions: 7 }, 'instructions: expected a string, got 7'],
    ['too long ones', { instructions: 'x'.repeat(1_000_001) }, 'instructions: expected from 1 to 1000000 characters'],
    ['a function by hand', { functions: { a: {} } }, 'functions["a"]: expected a function made by defineFunction'],
    ['an unknown provider', { tts: { provider: 'nobody' } }, 'tts.provider: expected one of'],
    ['a setting', { tts: { provider: 'deepgram', api_key: 'none', modell: 1 } }, 'tts.modell: expected no such field'],
  ];

  it.each(REFUSED)('is refused: %s', async (_, changes, expected) => {
    const made = create();
    made.update(
      50,
      typeof changes === 'object' ? { instructions: 'Be long.', ...changes } : { instructions: 'Be long.' },
    );
    if (typeof changes !== 'object') made.update(60, changes);
    made.type(100, 'first');
    await made.clock.run(5000);
    const error = made.errors.find(({ code }) => code === 'update_invalid');
    expect(error?.message).toContain(expected);
    expect(error?.details.path).toBe(expected.slice(0, expected.indexOf(': ')));
    expect(made.asked[0]?.system).toEqual([typeof changes === 'object' ? 'Be brief.' : 'Be long.']);
  });

  it('changes nothing when its provider finds a fault', async () => {
    const made = create({ replaceParts: ({ io, ports: { vad, stt } }) => ({ io, ports: { vad, stt } }) });
    const credentials = { client_email: 'a@b.c', private_key: 'no key' };
    made.session.update({ instructions: 'A', tts: { provider: 'google', credentials } });
    await expect.poll(() => made.codes).toEqual(['update_invalid']);
    made.type(100, 'first');
    await made.clock.run(200);
    expect(made.errors[0]?.details.path).toMatch(/^tts\.credentials/u);
    expect(made.asked[0]?.system).toEqual(['Be brief.']);
  });

  it('is applied before the updates after it, however long its provider checks it', async () => {
    const made = create({
      llm: [''],
      replaceParts: ({ io, ports: { vad, stt } }) => ({ io, ports: { vad, stt } }),
    });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const credentials = { client_email: 'a@b.c', private_key };
    made.session.update({ instructions: 'A', tts: { provider: 'google', credentials } });
    made.session.update({ instructions: 'B' });
    made.session.update({ functions: { one: createFunction(() => '') } });
    let n = 0;
    await expect
      .poll(async () => {
        made.type(n, 'again');
        await made.clock.run((n += 1000));
        return made.asked.at(-1);
      })
      .toEqual({ system: ['B'], tools: ['one'] });
  });

  it('shows no key', async () => {
    const made = create();
    made.update(50, {
      tts: { provider: 'deepgram', api_key: 'sk-very-secret-1234567890', speed: 'sk-very-secret-1234567890' },
    });
    await made.clock.run(100);
    expect(made.codes).toEqual(['update_invalid']);
    expect(made.errors[0]?.message).not.toContain('very-secret');
  });
});

type Voice = TtsDouble & { readonly warm: string[] };

function createVoice(clock: VirtualClock, name: string): Voice {
  const warm: string[] = [];
  const keepWarm: Voice['keepWarm'] = () =>
    new Observable(() => {
      warm.push(`open ${clock.now()}`);
      return () => warm.push(`closed ${clock.now()}`);
    });
  return Object.assign(createTtsDouble({ scheduler: clock }), { name, model: `${name}-1`, keepWarm, warm });
}

describe('an update of the voice', () => {
  it('lets the utterance under way finish, and speaks the next with the new voice', async () => {
    const clock = new VirtualClock();
    const [first, second] = [createVoice(clock, 'first'), createVoice(clock, 'second')];
    const made = create({ clock, llm: ['One two three four five six.', 'Two.'], options: { ports: { tts: first } } });
    made.type(100, 'first');
    made.update(400, { tts: second });
    made.type(9000, 'second');
    await clock.run(12_000);
    made.session.end();
    await clock.run(15_000);
    expect(made.history().slice(1)).toEqual([
      'user: first',
      'assistant: One two three four five six.',
      'user: second',
      'assistant: Two.',
    ]);
    expect(made.session.usage.tts).toEqual([
      { provider: 'first', model: 'first-1', characters: 28, heardCharacters: 28 },
      { provider: 'second', model: 'second-1', characters: 4, heardCharacters: 4 },
    ]);
    expect(first.warm).toEqual(['open 0', 'closed 9000']);
    expect(second.warm[0]).toBe('open 400');
    expect(second.warm).toHaveLength(2);
  });

  it('closes a voice that another one replaces before it has spoken', async () => {
    const clock = new VirtualClock();
    const first = createVoice(clock, 'first');
    const second = createVoice(clock, 'second');
    const third = createVoice(clock, 'third');
    const made = create({ clock, options: { ports: { tts: first } } });
    made.update(100, { tts: second });
    made.update(200, { tts: third });
    await clock.run(300);
    expect([first.warm, second.warm, third.warm]).toEqual([['open 0'], ['open 100', 'closed 200'], ['open 200']]);
  });
});

describe('a recorded session with updates', () => {
  async function record(): Promise<ReturnType<typeof recorder>> {
    const kept = recorder();
    const clock = new VirtualClock();
    const [first, second] = [createVoice(clock, 'first'), createVoice(clock, 'second')];
    const made = create({
      clock,
      llm: ['One.', { calls: [{ name: 'change', arguments: {} }] }, 'Two.', 'Three.'],
      start: false,
      options: { record: kept, ports: { tts: first } },
    });
    made.session.update({ instructions: 'A' });
    made.session.start();
    made.type(100, 'first');
    const change = createFunction(() => made.session.update({ instructions: 'C', functions: {} }));
    made.update(200, { instructions: 'B', functions: { change }, tts: second });
    made.type(5000, 'second');
    made.type(9000, 'third');
    await clock.run(14_000);
    made.session.end();
    await clock.run(16_000);
    expect(made.asked.map(({ system, tools }) => [...system, ...tools])).toEqual([
      ['A'],
      ['B', 'change'],
      ['B'],
      ['C'],
    ]);
    return kept;
  }

  it('replays without a difference', async () => {
    const recording = (await record()).recording();
    expect((await replay(recording)).difference).toBe(null);
    const { output, undelivered } = await runExact(recording);
    expect(undelivered).toEqual([]);
    const recorded = recording.lines.filter((line) => 'out' in line);
    expect(output.map(({ out, v }) => ({ out, v: JSON.parse(JSON.stringify(v)) }))).toEqual(
      recorded.map(({ out, v }) => ({ out, v })),
    );
  });

  it('has the updates as inputs', async () => {
    const { lines } = (await record()).recording();
    const asked = lines.flatMap((line) => ('in' in line && line.in === 'asked' ? [line] : []));
    expect(asked.map(({ v, by }) => ({ v, by }))).toMatchObject([
      { v: { kind: 'update', instructions: 'A' } },
      { v: { kind: 'start' } },
      {
        v: {
          kind: 'update',
          instructions: 'B',
          functions: ['change'],
          tts: { port: { name: 'second', keepsWarm: true } },
        },
      },
      { by: 'fn.0', v: { kind: 'update', instructions: 'C', functions: [] } },
      { v: { kind: 'end' } },
    ]);
  });

  it('has no key of a voice', async () => {
    const kept = recorder();
    const made = create({
      replaceParts: ({ io, ports: { vad, stt } }) => ({ io, ports: { vad, stt } }),
      options: { record: kept },
    });
    made.update(50, { tts: { provider: 'deepgram', api_key: 'dg-very-secret-1234567890' } });
    await made.clock.run(100);
    made.session.end({ after: 'now' });
    await made.clock.run(1000);
    expect(kept.lines.join('\n')).toContain('"config":{"provider":"deepgram","api_key":"***"');
    expect(kept.lines.join('\n')).not.toContain('very-secret');
  });
});
