import { concat, from, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ChatCompletionChunk } from '../../../src/core/chunk.ts';
import type { FirstByte, Usage } from '../../../src/core/usage.ts';
import { chunk, finish, usage } from '../../../src/testing/doubles/chunks.ts';
import { playSession, type PlayedSessionOptions } from '../../support/playSession.ts';
import { createTestSession } from '../../support/testSession.ts';
import { does, LONG, says, TELL_ME, types } from '../../support/userActions.ts';

/** A handler that answers at once and reports 10 and 5 tokens. */
const answers = (text: string): NonNullable<PlayedSessionOptions['agent']> => ({
  llm_response_handler: () => from<ChatCompletionChunk[]>([chunk(text), finish(), usage(10, 5)]),
});

async function usageOf(options: PlayedSessionOptions): Promise<Usage> {
  return (await playSession(options)).session.usage;
}

describe('the usage of a session', () => {
  it('begins with nothing', () => {
    const { session } = createTestSession({ start: false });
    expect(session.usage).toEqual({
      stt: [{ provider: 'stt-double', model: null, seconds: 0 }],
      tts: [{ provider: 'tts-double', model: null, characters: 0, heardCharacters: 0 }],
      llm: [],
    });
  });

  it('has the audio of the segments, with their padding', async () => {
    const { stt } = await usageOf({ llm: ['Yes.'] });
    // 640 ms of voice, 576 ms of silence that end it, and 320 ms of silence in front of it.
    expect(stt).toEqual([{ provider: 'stt-double', model: null, seconds: 1.536 }]);
  });

  it('has the characters that were sent, and those that were heard', async () => {
    const { tts } = await usageOf({ llm: ['Yes. 🌿 Ça va.'] });
    expect(tts).toEqual([{ provider: 'tts-double', model: null, characters: 13, heardCharacters: 13 }]);
  });

  it('has the characters of an answer that was interrupted as far as they were heard', async () => {
    const { tts } = await usageOf({ llm: [LONG, 'Yes.'], user: [TELL_ME, says(2500, 'stop it')] });
    const [{ characters, heardCharacters } = { characters: 0, heardCharacters: 0 }] = tts;
    expect(characters).toBeGreaterThan(heardCharacters);
    expect(heardCharacters).toBeGreaterThan(4);
  });

  it('has the tokens of the handler, by model', async () => {
    const { llm } = await usageOf({ agent: answers('Yes.'), user: [TELL_ME, says(5000, 'and then')] });
    expect(llm).toMatchObject([
      { model: 'double', calls: 2, unreportedCalls: 0, tokens: { prompt_tokens: 20, completion_tokens: 10 } },
    ]);
  });

  it('names the tokens of an answer that was interrupted', async () => {
    const { llm } = await usageOf({
      agent: answers(LONG),
      user: [TELL_ME, does(3000, ({ session }) => session.interrupt())],
    });
    expect(llm).toMatchObject([
      { calls: 1, wasted: { interrupted: { total_tokens: 15 }, superseded: { total_tokens: 0 } } },
    ]);
  });

  it('names the tokens of an answer that newer words came before', async () => {
    const slow: PlayedSessionOptions = { tts: { firstAudioMs: 2000 }, agent: answers('Yes.') };
    const { llm } = await usageOf({ ...slow, user: [types(100, 'one'), types(600, 'two')] });
    expect(llm).toMatchObject([
      { calls: 2, tokens: { total_tokens: 30 }, wasted: { superseded: { total_tokens: 15 } } },
    ]);
  });

  it('counts the calls whose tokens nobody reports', async () => {
    const { llm } = await usageOf({ llm: ['Yes.'] });
    expect(llm).toMatchObject([{ model: 'double', calls: 1, unreportedCalls: 1, tokens: { total_tokens: 0 } }]);
  });

  it('names the model of a port', async () => {
    const named = await usageOf({
      llm: ['Yes.'],
      replaceParts: ({ io, ports: { vad, stt, tts } }) => ({
        io,
        ports: { vad, stt: { ...stt, model: 'ears-1' }, tts: { ...tts, model: 'voice-2' } },
      }),
    });
    expect([named.stt[0]?.model, named.tts[0]?.model]).toEqual(['ears-1', 'voice-2']);
  });

  it('is known when the session has ended, and stays', async () => {
    const { session } = await playSession({
      llm: ['Yes.'],
      user: [TELL_ME, does(5000, (it) => it.session.close('ended_by_api'))],
    });
    const { usage: used } = await session.ended;
    expect(used.tts).toEqual([{ provider: 'tts-double', model: null, characters: 4, heardCharacters: 4 }]);
    expect(session.usage).toEqual(used);
  });
});

it('the first answers of the providers come as they arrive', async () => {
  const found: FirstByte[] = [];
  const listen = does(0, ({ session }) => session.firstBytes$.subscribe((answer) => found.push(answer)));
  await playSession({
    llm: [{ text: 'Yes.', firstTokenMs: 700 }],
    tts: { firstAudioMs: 300 },
    user: [listen, TELL_ME],
  });
  expect(found).toEqual([
    { kind: 'stt', provider: 'stt-double', ms: 50 },
    { kind: 'llm', provider: null, ms: 700 },
    { kind: 'tts', provider: 'tts-double', ms: 300 },
  ]);
});

it('a chunk without a usable model names none', async () => {
  const nameless = { ...chunk('Yes.'), model: 7 as unknown as string };
  const { llm } = await usageOf({ agent: { llm_response_handler: () => concat(of(nameless), of(finish())) } });
  expect(llm).toMatchObject([{ model: null, calls: 1 }]);
});
