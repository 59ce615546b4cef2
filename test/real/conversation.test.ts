import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resample, vad } from 'antiphon/operators';
import { silero } from 'antiphon/providers';
import { readRecording, recordInto } from 'antiphon/record';
import { replay } from 'antiphon/replay';
import type { AudioFrame } from 'antiphon';
import { filter, lastValueFrom, of, reduce } from 'rxjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concierge } from '../../examples/concierge/agent.ts';
import { selectAnswer } from '../../examples/concierge/answers.ts';
import { runConversation, type Conversation } from '../../examples/talk/runConversation.ts';
import { SAMPLE_RATE } from '../../examples/talk/audioDevice.ts';
import { synthesize } from '../../examples/talk/samples.ts';
import { readWav, writeWav } from '../../examples/talk/wav.ts';
import { asSpoken } from '../support/asSpoken.ts';
import { findOrderFaults } from './findOrderFaults.ts';

const BOOKING = 'i would like to book a table for two people at seven';
const ABOUT = 'tell me about the restaurant';
const STORY = selectAnswer([{ role: 'user', content: ABOUT }]).text;

/** Everything is real: Silero hears speech, SoundSwallower understands it, eSpeak NG answers, as fast as one speaks. */
let held: Conversation;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-conversation-'));
  const line = async (name: string, over?: number) => ({ name, over, audio: await synthesize(name, SAMPLE_RATE) });
  const lines = [await line(BOOKING), await line(ABOUT), await line('stop', 4), await line('goodbye')];
  const record = recordInto(folder);
  held = await runConversation(concierge, lines, { record });
  await record.written();
});
afterAll(() => rm(folder, { recursive: true }));

describe('a conversation on real audio', () => {
  test('ends by itself, without an error, with all nine events in lawful order', () => {
    const { events, errors } = held.log;
    expect([errors, held.log.reason, findOrderFaults(events)]).toEqual([[], 'agent_ended', []]);
    expect(new Set(events.map(({ name }) => name)).size).toBe(9);
  });

  test('its recording is replayed without a difference', async () => {
    const recording = await readRecording(join(folder, `${held.session}.jsonl`));
    const { difference, picture } = await replay(recording);
    expect(difference, picture).toBe(null);
    expect(recording.lines.length).toBeGreaterThan(2000);
  });

  test('what was spoken is what was understood', () => {
    expect(messages('user')).toEqual([BOOKING, ABOUT, 'stop', 'goodbye']);
  });

  test('a function is called, and its result is spoken', () => {
    const { events } = held.log;
    const executed = events.flatMap(({ name, input }) => (name === 'on_function_calls_executed' ? input.results : []));
    expect(executed[0]).toMatchObject({
      function: { name: 'book_table', arguments: '{"people":2,"hour":7}' },
      content: '{"people":2,"hour":7}',
    });
    expect(messages('assistant')).toContain(
      "One moment, please. Done: a table for two at seven o'clock. We look forward to seeing you.",
    );
  });

  test('the long answer is interrupted, and the history keeps the whole words whose samples were played', async () => {
    const interruptions = held.log.events.flatMap(({ name, input }) =>
      name === 'on_agent_interrupted' ? [input.message.content] : [],
    );
    expect(interruptions).toHaveLength(1);
    const [content = ''] = interruptions;
    const { audio, words } = await asSpoken(STORY, SAMPLE_RATE);
    const played = playedOf(audio.samples, held.recording.agent);
    const heard = words.filter(({ endMs }) => endMs <= (played * 1000) / SAMPLE_RATE).at(-1);
    expect(played).toBeGreaterThan(SAMPLE_RATE);
    expect(content).toBe(STORY.slice(0, heard?.to));
    expect(messages('assistant')).toContain(content);
  });

  test('the agent’s WAV has its speech in it, the user’s side the user’s', async () => {
    const { sampleRate, user, agent } = held.recording;
    const path = join(folder, 'agent.wav');
    await writeWav(path, { sampleRate, channels: [agent] });
    expect(await secondsOfSpeech(await readWav(path))).toBeGreaterThan(8);
    expect(await secondsOfSpeech({ samples: user, sampleRate })).toBeGreaterThan(4);
  });
});

function messages(role: string): readonly string[] {
  const matching = held.log.history.filter((message) => message.role === role && message.content !== '');
  return matching.map(({ content }) => content);
}

/** How many samples of `speech` are in `recording`, from its beginning on; silence may lie between any two of them. */
function playedOf(speech: Int16Array, recording: Int16Array): number {
  const first = speech.findIndex((sample) => sample !== 0);
  const opening = speech.subarray(first, first + SAMPLE_RATE / 10);
  let at = recording.findIndex((_, start) => opening.every((sample, index) => recording[start + index] === sample));
  let played = first;
  for (; at >= 0 && at < recording.length; at++) {
    if (recording[at] === speech[played]) played += 1;
    else if (recording[at] !== 0) break;
  }
  return played;
}

async function secondsOfSpeech(audio: AudioFrame): Promise<number> {
  const voiced = of(audio).pipe(
    resample({ sampleRate: 16_000 }),
    vad({ model: silero({ sampleRate: 16_000 }), maxUnscoredMs: Number.POSITIVE_INFINITY }),
    filter((event) => event.kind === 'ended'),
    reduce((seconds, { voicedMs }) => seconds + voicedMs / 1000, 0),
  );
  return lastValueFrom(voiced);
}
