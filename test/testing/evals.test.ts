import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defineAgent } from '../../src/session/agent.ts';
import { chunk, finish, opening } from '../../src/testing/doubles/chunks.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import type { AskModel } from '../../src/testing/evals/askModel.ts';
import { openCassette } from '../../src/testing/evals/cassette.ts';
import { createJudge } from '../../src/testing/evals/judge.ts';
import { createPersona, type PersonaOptions } from '../../src/testing/evals/persona.ts';
import { recordHandler } from '../../src/testing/evals/recordHandler.ts';
import { score, type ScoreResult } from '../../src/testing/score.ts';
import { STT, TTS, VAD } from '../../providers/names.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-evals-'));
  file = join(folder, 'answers.json');
});
afterEach(() => rm(folder, { recursive: true }));

const agent = defineAgent({
  configure_session: () => ({
    vad: VAD.Silero(),
    stt: STT.Deepgram({ api_key: 'unused' }),
    tts: TTS.Deepgram({ api_key: 'unused' }),
    initial_messages: [],
    session_data: {},
    first_message: 'The Olive Tree, good evening.',
  }),
  llm_response_handler: createLlmDouble([]),
});

interface Model {
  readonly ask: AskModel;
  /** What was asked: the last message of each request. */
  readonly asked: string[];
}

/** A model that gives the answers in turn, as a stream of strings. */
function model(...answers: readonly (string | Error)[]): Model {
  const asked: string[] = [];
  const ask: AskModel = async function* ask({ messages }) {
    const answer = answers[asked.length];
    asked.push(messages.at(-1)?.content ?? '');
    await Promise.resolve();
    if (answer === undefined) throw new Error('asked once too often');
    if (answer instanceof Error) throw answer;
    yield* answer.match(/.{1,7}/gsu) ?? [];
  };
  return { asked, ask };
}

const PASS = '{"pass": true, "reason": "It does."}';
const never: AskModel = () => {
  throw new Error('a model was asked');
};
const hangs: AskModel = () => new Promise(() => {});

async function judged(
  ask: AskModel,
  options: { cassette?: string; criterion?: string; mode?: 'record' | 'replay' } = {},
): Promise<ScoreResult> {
  const { criterion = 'greets the user', mode = 'replay' } = options;
  const cassette = options.cassette === undefined ? undefined : openCassette(options.cassette, { mode });
  return score(
    agent,
    ({ user, agent: expected }) => {
      user.says('4s', 'hello', '600ms');
      expected.meets(criterion);
    },
    { llm: ['Hello!'], lasting: '5s', judge: createJudge({ model: 'judge-1', ask, cassette, timeout: '5ms' }) },
  );
}

describe('a judge', () => {
  test('reads the conversation as it was heard', async () => {
    const { ask, asked } = model(`Sure. ${PASS}`);
    await judged(ask);
    expect(asked).toEqual([
      'Criterion: greets the user\n\nTranscript:\nagent: The Olive Tree, good evening.\nuser: hello\nagent: Hello!',
    ]);
  });

  test('fails the score, with its reason and the line', async () => {
    const { ask } = model('{"pass": false, "reason": "It does not."}');
    await expect(judged(ask)).rejects.toThrow(
      /agent\.meets\("greets the user"\): It does not\.\n {2}at test\/testing\/evals\.test\.ts:\d+/u,
    );
  });

  test.each([
    [
      'answers nonsense',
      model('I think it was fine!').ask,
      'judge-1: expected a verdict such as {"pass": true, "reason": "…"}, got "I think it was fine!"',
    ],
    ['answers half of a verdict', model('{"pass": true}').ask, 'expected a verdict'],
    ['fails', model(new Error('no credit')).ask, 'judge-1: '],
    ['hangs', hangs, 'judge-1: no answer within 5ms'],
  ])('that %s ends the eval with a code', async (_, ask, message) => {
    await expect(judged(ask)).rejects.toMatchObject({
      code: 'judge_failed',
      message: expect.stringContaining(message) as unknown,
    });
  });

  test('is asked for', async () => {
    await expect(score(agent, ({ agent: expected }) => expected.meets('x'))).rejects.toMatchObject({
      code: 'usage_invalid',
    });
  });
});

describe('a cassette', () => {
  test('has the answers afterwards, and no model is asked', async () => {
    await judged(model(PASS).ask, { cassette: file, mode: 'record' });
    const recorded = await readFile(file, 'utf8');
    await judged(never, { cassette: file });
    await judged(never, { cassette: file, mode: 'record' });
    expect(await readFile(file, 'utf8')).toBe(recorded);
    expect(recorded).toMatch(/^\{\n {2}"answers": \[\n {4}\{\n {6}"answer": .*\n {6}"asked": \{\n/u);
  });

  test('misses a question that has changed, and says how to record it', async () => {
    await judged(model(PASS).ask, { cassette: file, mode: 'record' });
    await expect(judged(never, { cassette: file, criterion: 'says goodbye' })).rejects.toMatchObject({
      code: 'answer_missing',
      message: expect.stringMatching(
        /answers\.json" has no answer from "judge" to .*ANTIPHON_CASSETTE=record/u,
      ) as unknown,
    });
  });

  test('refuses an entry that was edited, and what is no cassette', async () => {
    await judged(model(PASS).ask, { cassette: file, mode: 'record' });
    await writeFile(file, (await readFile(file, 'utf8')).replace('greets the user', 'is rude'));
    await expect(judged(never, { cassette: file })).rejects.toMatchObject({
      code: 'cassette_invalid',
      message: expect.stringContaining('was edited') as unknown,
    });
    await writeFile(file, '{"format": 2}');
    expect(() => openCassette(file)).toThrow(expect.objectContaining({ code: 'cassette_invalid' }));
  });

  test('has no keys, in questions nor in answers', async () => {
    const key = 'sk-proj-0123456789abcdefABCDEF';
    const cassette = openCassette(file, { mode: 'record' });
    await cassette.answer('x', { text: `my key is ${key}` }, async () => `yours is ${key}`);
    expect(await readFile(file, 'utf8')).not.toContain('0123456789abcdef');
    expect(
      await openCassette(file).answer('x', { text: `my key is ${key}` }, () => Promise.reject(new Error())),
    ).toMatch(/^yours is /u);
  });

  test('does not keep a failure', async () => {
    await expect(judged(model(new Error('no credit')).ask, { cassette: file, mode: 'record' })).rejects.toMatchObject({
      code: 'judge_failed',
    });
    await judged(model(PASS).ask, { cassette: file, mode: 'record' });
  });
});

const GUEST: PersonaOptions = { persona: 'You are in a hurry.', model: 'guest-1', ask: never, timeout: '5ms' };

async function talked(options: Partial<PersonaOptions>, llm: readonly string[]): Promise<ScoreResult> {
  return score(agent, ({ user }) => user.is(createPersona({ ...GUEST, ...options })), { llm, lasting: '5s' });
}

const contents = ({ messages }: ScoreResult): readonly unknown[] => messages.map(({ content }) => content);

describe('a simulated user', () => {
  test('talks with the agent in turns, and hangs up', async () => {
    const { ask, asked } = model('A table for two, please.', 'At eight. Bye! [hangs up]');
    const result = await talked({ ask }, ['For when?', 'See you at eight.']);
    expect(contents(result)).toEqual([
      'The Olive Tree, good evening.',
      'A table for two, please.',
      'For when?',
      'At eight. Bye!',
      'See you at eight.',
    ]);
    expect(asked).toEqual([
      'agent: The Olive Tree, good evening.',
      'agent: The Olive Tree, good evening.\nuser: A table for two, please.\nagent: For when?',
    ]);
  });

  test('stops after its turns', async () => {
    const { ask, asked } = model('One.', 'Two.', 'Three.');
    await talked({ ask, maxTurns: 2 }, ['Yes?', 'Yes?', 'Yes?']);
    expect(asked).toHaveLength(2);
  });

  test('gives up on an agent that says nothing', async () => {
    const { ask, asked } = model('Hello?', 'Hello?');
    const { events } = await talked({ ask, patience: '10s' }, ['']);
    expect(asked).toHaveLength(1);
    expect(events.at(-1)?.at).toBeLessThan(20_000);
  });

  test('is the same again from a cassette, to the millisecond', async () => {
    const llm = ['For when?', 'See you at eight.'];
    const { ask } = model('A table for two, please.', 'At eight. Bye! [hangs up]');
    const first = await talked({ ask, cassette: openCassette(file, { mode: 'record' }) }, llm);
    const second = await talked({ cassette: openCassette(file, { mode: 'replay' }) }, llm);
    const timed = ({ events }: ScoreResult): unknown => events.map(({ name, at }) => [name, at]);
    expect([timed(second), contents(second)]).toEqual([timed(first), contents(first)]);
  });

  test.each([
    ['answers nothing', model('  ').ask, 'expected up to 1000 characters of spoken words, got ""'],
    ['talks without end', model('bla '.repeat(400)).ask, 'expected up to 1000 characters of spoken words'],
    ['fails', model(new Error('no credit')).ask, 'guest-1: '],
    ['hangs', hangs, 'guest-1: no answer within 5ms'],
  ])('that %s ends the eval with a code', async (_, ask, message) => {
    await expect(talked({ ask }, [])).rejects.toMatchObject({
      code: 'persona_failed',
      message: expect.stringContaining(message) as unknown,
    });
  });

  test.each([{ maxTurns: 0 }, { msPerWord: 0 }])('refuses %o', (options) => {
    expect(() => createPersona({ ...GUEST, ...options })).toThrow(expect.objectContaining({ code: 'usage_invalid' }));
  });
});

test('the answers of the agent’s own model come from the cassette, too', async () => {
  async function* handler() {
    yield opening();
    yield chunk('Good evening to you.');
    yield finish();
  }
  const play = (mode: 'record' | 'replay', own: typeof handler): Promise<ScoreResult> => {
    const llm_response_handler = recordHandler<object>(own, openCassette(file, { mode }));
    return score({ ...agent, llm_response_handler }, ({ user, agent: expected }) => {
      user.says('4s', 'hello', '600ms');
      expected.heard('Good evening to you.');
    });
  };
  await play('record', handler);
  await play('replay', () => {
    throw new Error('the model was asked');
  });
});
