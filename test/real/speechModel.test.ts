import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecording, recordInto } from 'antiphon/record';
import { replay } from 'antiphon/replay';
import type { RunningServer } from 'antiphon/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectAnswer } from '../../examples/concierge/answers.ts';
import { createReceptionist } from '../../examples/speech-model/agent.ts';
import { serveModel } from '../../examples/speech-model/serveModel.ts';
import { SAMPLE_RATE } from '../../examples/talk/audioDevice.ts';
import { runConversation, type Conversation } from '../../examples/talk/runConversation.ts';
import { synthesize } from '../../examples/talk/samples.ts';

const TIME = 'what time is it';
const BOOKING = 'i would like to book a table for two people at seven';
const ABOUT = 'tell me about the restaurant';
const STORY = selectAnswer([{ role: 'user', content: ABOUT }]).text;

/** The speech model is an agent of this server with the engines of this machine; the guest speaks in real time. */
let held: Conversation;
let folder: string;
let server: RunningServer;
/** The messages of the model's own session. */
let remembered: readonly { readonly role: string; readonly content: string }[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-speech-model-'));
  server = await serveModel({
    prepare: (session) =>
      void session.history$.subscribe((entries) => (remembered = entries.map(({ message }) => message))),
  });
  const line = async (name: string, over?: number) => ({ name, over, audio: await synthesize(name, SAMPLE_RATE) });
  const lines = [await line(BOOKING), await line(ABOUT), await line(TIME, 4), await line('goodbye')];
  const record = recordInto(folder);
  const address = { api_key: 'none', base_url: server.url, voice: 'antiphon' };
  held = await runConversation(createReceptionist(address), lines, { record });
  await record.written();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const of = (role: string): readonly string[] =>
  held.log.history.filter((message) => message.role === role && message.content !== '').map(({ content }) => content);

describe('a spoken conversation with a speech model', () => {
  test('ends by itself, without an error', () => {
    expect([held.log.errors, held.log.reason]).toEqual([[], 'agent_ended']);
  });

  test('has the words of the guest, which the model has recognised', () => {
    expect(of('user')).toEqual([BOOKING, ABOUT, TIME, 'goodbye']);
  });

  test('runs the functions of the agent, and the model speaks their results', () => {
    const executed = held.log.events.flatMap(({ name, input }) =>
      name === 'on_function_calls_executed' ? input.results.map(({ function: called }) => called.name) : [],
    );
    expect(executed).toEqual(['book_table', 'current_time', 'end_call']);
    expect(of('assistant')[0]).toBe(
      "One moment, please. Done: a table for two at seven o'clock. We look forward to seeing you.",
    );
    expect(of('assistant')[2]).toBe("It is seven o'clock.");
  });

  test('has on both sides what was heard of the interrupted answer, within one word', () => {
    const [story] = of('assistant').filter((text) => STORY.startsWith(text));
    const theirs = remembered.find(
      ({ role, content }) => role === 'assistant' && content !== '' && STORY.startsWith(content),
    );
    expect(wordsOf(story).length).toBeGreaterThan(2);
    expect(wordsOf(story).length).toBeLessThan(wordsOf(STORY).length);
    expect(Math.abs(wordsOf(story).length - wordsOf(theirs?.content).length)).toBeLessThanOrEqual(1);
  });

  test('has a recording that replays without the model', async () => {
    const recording = await readRecording(join(folder, `${held.session}.jsonl`));
    const { difference, picture } = await replay(recording);
    expect(difference, picture).toBe(null);
  });
});

function wordsOf(text = ''): readonly string[] {
  return text.split(' ').filter(Boolean);
}
