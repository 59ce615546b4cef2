import { of } from 'rxjs';
import { expect, test } from 'vitest';
import type { PlayedTurn } from '../../../src/replay/whatIf/outcome/turns.ts';
import { createClient } from '../../../src/replay/whatIf/played/client.ts';
import { createProgress } from '../../../src/replay/whatIf/played/progress.ts';
import { analyseRecording } from '../../../src/replay/whatIf/recorded/recordedSession.ts';
import { whatIf, type WhatIf } from '../../../src/replay/whatIf/whatIf.ts';
import type { Agent } from '../../../src/session/agent.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { chunk, finish } from '../../../src/testing/doubles/chunks.ts';
import { LONG, continues, coughs, says, types } from '../../support/userActions.ts';
import { QUICK_VAD, recordingOf } from './conversation.ts';

/** Speaks a goodbye, and ends the session when it was heard. */
const goodbye: Agent<Record<string, unknown>>['llm_response_handler'] = ({ session }) => {
  session.end();
  return of(chunk('Goodbye.'), finish());
};

const texts = (turns: readonly PlayedTurn[]): readonly string[] => turns.map(({ text }) => text);
const waits = ({ turns }: WhatIf['after']): readonly (number | null)[] => turns.map(({ waitMs }) => waitMs);

test('without a change everything is as it was, and nothing is marked', async () => {
  const recording = await recordingOf({
    user: [says(320, 'tell me'), coughs(2016, 640), types(6000, 'and then?'), says(9024, 'thank you', 400)],
    llm: [LONG, 'They lived happily.', 'You are welcome.'],
    llmBehaviour: { firstTokenMs: 230, tokenMs: 15 },
    tts: { firstAudioMs: 180, speed: 4 },
    transport: { latencyMs: 40 },
  });
  const { rows, differingTurns, before, after } = await whatIf(recording, {});
  expect(differingTurns).toEqual([]);
  expect(after).toEqual(before);
  expect(rows.map((row) => [texts(row.before), texts(row.after)])).toEqual([
    [['tell me'], ['tell me']],
    [['and then?'], ['and then?']],
    [['thank you'], ['thank you']],
  ]);
  expect(rows.flatMap((row) => row.after.flatMap(({ caveats }) => caveats))).toEqual([]);
});

test.each([undefined, 60])('the agent’s audio comes in frames of the recorded length: %j', async (outputFrameMs) => {
  const recording = await recordingOf({
    user: [says(320, 'tell me'), says(2016, 'stop', 640)],
    llm: [LONG, 'Yes?'],
    transport: { outputFrameMs },
  });
  const { io } = createClient(analyseRecording(recording), createProgress(), new VirtualClock());
  const { before, after } = await whatIf(recording, {});
  expect(io.outputFrameMs).toBe(outputFrameMs);
  expect(after).toEqual(before);
});

test('a shorter endpointing delay shortens the wait by just so much', async () => {
  const recording = await recordingOf({
    user: [says(320, 'tell me'), says(6016, 'and you')],
    llm: ['Once upon a time.', 'I am well.'],
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
  });
  const { before, after } = await whatIf(recording, { min_endpointing_delay: 0.3 });
  expect(waits(before)).toEqual([800, 800]);
  expect(waits(after)).toEqual([300, 300]);
});

test('the answers take as long as they took', async () => {
  const recording = await recordingOf({
    user: [says(320, 'tell me')],
    llm: ['Once upon a time.'],
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
    llmBehaviour: { firstTokenMs: 230 },
    tts: { firstAudioMs: 170 },
  });
  const { after } = await whatIf(recording, { min_endpointing_delay: 0.3 });
  expect(waits(after)).toEqual([300 + 230 + 170]);
});

test('a pause of 600 ms within what the user says is cut off at a delay of 0.2 s, and not at one of 0.8 s', async () => {
  const recording = await recordingOf({
    user: [says(320, 'I would like'), says(320 + 640 + 600, 'to book a table')],
    llm: ['For how many?', 'At what time?'],
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
  });
  const { before, after, rows } = await whatIf(recording, { min_endpointing_delay: 0.2 });
  expect(before.turns.map(({ text, cutOff }) => [text, cutOff])).toEqual([['I would like to book a table', false]]);
  expect(after.turns.map(({ text, cutOff }) => [text, cutOff])).toEqual([
    ['I would like', true],
    ['to book a table', false],
  ]);
  expect(rows.map((row) => texts(row.after))).toEqual([['I would like', 'to book a table']]);
});

test('a turn that was cut off would have been one turn with a longer delay; the row of the first part shows it', async () => {
  const recording = await recordingOf({
    user: [says(320, 'I would like'), says(320 + 640 + 600, 'to book a table')],
    llm: ['For how many?', 'At what time?'],
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.2 },
  });
  const { before, rows } = await whatIf(recording, { min_endpointing_delay: 0.8 });
  expect(before.turns.map(({ cutOff }) => cutOff)).toEqual([true, false]);
  expect(rows.map(({ after, joined }) => [texts(after), joined])).toEqual([
    [[], 1],
    [['I would like to book a table'], null],
  ]);
});

test('a barge of 416 ms interrupts at a threshold of 0.3 s, and not at one of 0.5 s', async () => {
  const recording = await recordingOf({
    user: [says(320, 'tell me'), says(3008, 'wait', 416)],
    llm: [LONG, 'Yes?'],
  });
  const { before, after } = await whatIf(recording, { interrupt_time_threshold: 0.3 });
  expect(before.interruptions).toEqual([]);
  expect(after.interruptions).toMatchObject([{ turn: 0, isFalse: false }]);
  expect(after.turns[0]).toMatchObject({ reply: 'interrupted', heard: 'We opened in nineteen eighty.' });
});

test('a cough that would have interrupted counts as a false interruption, and the reply goes on after it', async () => {
  const recording = await recordingOf({ user: [says(320, 'tell me'), coughs(3008, 416)], llm: [LONG] });
  const { before, after } = await whatIf(recording, { interrupt_time_threshold: 0.3 });
  expect(before.interruptions).toEqual([]);
  expect(after.interruptions).toMatchObject([{ turn: 0, isFalse: true }]);
  expect(after.turns[0]).toMatchObject({ reply: 'complete', heard: LONG });
});

test('from the first turn with another history on, the recorded answers are used, and marked', async () => {
  const recording = await recordingOf({
    user: [says(320, 'tell me'), says(3008, 'wait', 416), says(10_016, 'and you')],
    llm: [LONG, 'Yes?', 'I am well.'],
    untilMs: 20_000,
  });
  const { rows } = await whatIf(recording, { interrupt_time_threshold: 0.3 });
  expect(rows.map(({ after }) => after.map(({ text, heard, caveats }) => [text, heard, caveats]))).toEqual([
    [['tell me', 'We opened in nineteen eighty.', []]],
    [['wait', 'Yes?', ['asked otherwise']]],
    [['and you', 'I am well.', ['asked otherwise']]],
  ]);
});

test('where the recorded answer was cut, the reply breaks off there, and is marked', async () => {
  const recording = await recordingOf({
    user: [says(320, 'tell me'), says(5024, 'wait', 608)],
    llm: [LONG, 'Yes?'],
    llmBehaviour: { tokenMs: 300 },
  });
  const { before, after, rows } = await whatIf(recording, { interrupt_time_threshold: 0.8 });
  expect(before.interruptions).toHaveLength(1);
  expect(after.interruptions).toEqual([]);
  expect(rows[0]?.after[0]?.caveats).toEqual(['broke off']);
});

test('a turn without a recorded answer borrows that of its neighbour, and is marked', async () => {
  const recording = await recordingOf({
    user: [says(320, 'I would like'), says(320 + 640 + 600, 'to book a table')],
    llm: ['For how many?', 'At what time?'],
    llmBehaviour: { firstTokenMs: 2000 },
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.2 },
  });
  const { rows } = await whatIf(recording, { min_endpointing_delay: 0.1 });
  expect(rows.map(({ after }) => after.map(({ caveats }) => caveats))).toEqual([[['borrowed']], [[]]]);
});

test('a stricter activation threshold unhears quiet speech, and its words with it', async () => {
  const quiet = says(4000, 'hm');
  const recording = await recordingOf({
    user: [
      says(320, 'tell me'),
      { ...quiet, kind: 'says', voice: { atMs: 4000, forMs: 640, probability: 0.6 }, text: 'softly' },
    ],
    llm: ['Once.', 'Twice.'],
  });
  const { rows } = await whatIf(recording, { 'vad.activation_threshold': 0.8 });
  expect(rows.map((row) => [row.text, texts(row.after)])).toEqual([
    ['tell me', ['tell me']],
    ['softly', []],
  ]);
});

test('shorter silences end a segment sooner: its words follow their sound into two', async () => {
  const recording = await recordingOf({
    user: [says(320, 'one two three four', 640), continues(320 + 640 + 320, 640)],
    stt: { msPerWord: 320 },
    llm: ['Five.'],
  });
  const { before, after } = await whatIf(recording, { 'vad.min_silence_duration': 0.2 });
  expect(before.user.map(({ text }) => text)).toEqual(['one two three four']);
  expect(after.user.map(({ text }) => text)).toEqual(['one two', 'three four']);
  expect(texts(after.turns)).toEqual(['one two three four']);
});

test('functions return what they returned, as late as they did', async () => {
  const recording = await recordingOf({
    user: [says(320, 'what time is it')],
    llm: [{ calls: [{ name: 'clock' }] }, 'It is noon.'],
    functions: { clock: (clock) => clock.sleep(700).then(() => 'noon') },
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
  });
  const { before, after, rows } = await whatIf(recording, { min_endpointing_delay: 0.3 });
  expect(waits(before)).toEqual([1500]);
  expect(waits(after)).toEqual([1000]);
  expect(rows[0]?.after[0]).toMatchObject({ heard: 'It is noon.', caveats: [] });
});

test('a recogniser that was silent stays silent: the turn still waits for its timeout', async () => {
  const recording = await recordingOf({
    user: [says(320, { text: 'tell me', answer: 'none' })],
    llm: ['Once upon a time.'],
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
  });
  const { before, after } = await whatIf(recording, { min_endpointing_delay: 0.3 });
  expect(waits(before)).toEqual([128 + 1000]);
  expect(waits(after)).toEqual([128 + 1000]);
});

test('a reply that was cut is spoken to its end, at the mean pace of the voice', async () => {
  const recording = await recordingOf({
    user: [says(320, 'tell me'), says(3008, 'wait', 608)],
    llm: [LONG, 'Yes?'],
    tts: { msPerChar: 50, speed: 2 },
  });
  const { before, after } = await whatIf(recording, { interrupt_time_threshold: 0.8 });
  expect(before.agent[0]?.text).toBe('We opened in nineteen eighty. My');
  const [reply] = after.agent;
  expect(reply?.text).toBe(LONG);
  expect((reply?.toMs ?? 0) - (reply?.fromMs ?? 0)).toBeCloseTo(LONG.length * 50, -2);
});

test('who never reported is taken by the pacing clock, as before', async () => {
  const recording = await recordingOf({
    user: [says(320, 'tell me'), says(3008, 'wait', 608)],
    llm: [LONG, 'Yes?'],
    transport: { reports: 'none' },
  });
  const { before, differingTurns } = await whatIf(recording, {});
  expect(differingTurns).toEqual([]);
  expect(before.turns.map(({ reply }) => reply)).toEqual(['interrupted', 'complete']);
});

test('calls of the handler on the session are made again, as long after its call', async () => {
  const recording = await recordingOf({
    user: [says(320, 'goodbye'), says(6016, 'hello?')],
    llm: ['Goodbye.'],
    agent: { llm_response_handler: goodbye },
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
  });
  const { after } = await whatIf(recording, { min_endpointing_delay: 0.3 });
  expect(after.turns.map(({ heard }) => heard)).toEqual(['Goodbye.']);
});

test('the interims come when they came: more words to interrupt are met later, or not at all', async () => {
  const recording = await recordingOf({
    user: [says(320, 'tell me'), says(3008, 'wait please stop', 1280)],
    llm: [LONG, 'Yes?'],
    stt: { msPerWord: 320 },
  });
  const cutsAt = async (words: number): Promise<readonly number[]> => {
    const { after } = await whatIf(recording, { interrupt_word_threshold: words });
    return after.interruptions.map(({ atMs }) => atMs);
  };
  const [one, two, three, four] = await Promise.all([1, 2, 3, 4].map(cutsAt));
  expect([two?.[0], three?.[0]]).toEqual([(one?.[0] ?? 0) + 128, (one?.[0] ?? 0) + 448]);
  expect(four).toEqual([]);
});

test('a final that came late comes late again, as words of their own', async () => {
  const recording = await recordingOf({
    user: [says(320, { text: 'tell me', answer: 'empty', interims: [], late: { text: 'about it', afterMs: 900 } })],
    llm: ['Once upon a time.'],
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
  });
  const { before, after } = await whatIf(recording, { min_endpointing_delay: 0.3 });
  expect(texts(before.turns)).toEqual(['about it']);
  expect(after.turns).toEqual(before.turns);
});
