import { expect, test } from 'vitest';
import { replay } from '../../../src/replay/replay.ts';
import { analyseRecording } from '../../../src/replay/whatIf/recorded/recordedSession.ts';
import { whatIf, type WhatIf } from '../../../src/replay/whatIf/whatIf.ts';
import type { PlayedSessionOptions } from '../../support/playSession.ts';
import { says } from '../../support/userActions.ts';
import { recordingOf } from './conversation.ts';

const waits = ({ turns }: WhatIf['after']): readonly (number | null)[] => turns.map(({ waitMs }) => waitMs);

/** The words of a turn are known 626 ms after its last sound, and committed 1.5 s after it; the first turn is said in two parts. */
function piece(preemptive_generation: boolean): PlayedSessionOptions {
  return {
    user: [says(320, 'tell me'), says(1700, 'about wine', 900), says(8000, 'thank you', 400)],
    llm: preemptive_generation ? ['Yes?', 'It is red.', 'Goodbye.'] : ['It is red.', 'Goodbye.'],
    llmBehaviour: { firstTokenMs: 400 },
    config: { min_endpointing_delay: 1.5, preemptive_generation },
  };
}

test('a recording with answers that were asked ahead replays, and without a change everything is as it was', async () => {
  const recording = await recordingOf(piece(true));
  expect((await replay(recording)).difference).toBeNull();
  expect(analyseRecording(recording).answers.map(({ turn, round }) => [turn, round])).toEqual([
    [0, 0],
    [1, 0],
  ]);
  const { before, after, differingTurns, rows } = await whatIf(recording, {});
  expect(waits(before)).toEqual([1500, 1500]);
  expect([after, differingTurns]).toEqual([before, []]);
  expect(rows.flatMap((row) => row.after.flatMap(({ caveats }) => caveats))).toEqual([]);
});

test('asking ahead shortens the wait by the time of the first chunk, and marks nothing', async () => {
  const recording = await recordingOf(piece(false));
  const { before, after, rows } = await whatIf(recording, { preemptive_generation: true });
  expect(waits(before)).toEqual([1900, 1900]);
  expect(waits(after)).toEqual([1500, 1500]);
  expect(rows.flatMap((row) => row.after.flatMap(({ caveats }) => caveats))).toEqual([]);
});

test('not asking ahead lengthens it', async () => {
  const recording = await recordingOf(piece(true));
  const { after } = await whatIf(recording, { preemptive_generation: false });
  expect(waits(after)).toEqual([1900, 1900]);
});

/** TTS takes 0.4 s for its first audio. */
function spokenAhead(preemptive_tts: boolean): PlayedSessionOptions {
  const own = piece(true);
  return { ...own, tts: { firstAudioMs: 400 }, config: { ...own.config, preemptive_tts } };
}

test('a recording with speech that was synthesised ahead replays, and without a change everything is as it was', async () => {
  const recording = await recordingOf(spokenAhead(true));
  expect((await replay(recording)).difference).toBeNull();
  const { before, after, differingTurns } = await whatIf(recording, {});
  expect(waits(before)).toEqual([1500, 1500]);
  expect([after, differingTurns]).toEqual([before, []]);
});

test('synthesising ahead shortens the wait by the time of the first audio, and not doing so lengthens it', async () => {
  const on = await whatIf(await recordingOf(spokenAhead(false)), { preemptive_tts: true });
  expect([waits(on.before), waits(on.after)]).toEqual([
    [1900, 1900],
    [1500, 1500],
  ]);
  const off = await whatIf(await recordingOf(spokenAhead(true)), { preemptive_tts: false });
  expect(waits(off.after)).toEqual([1900, 1900]);
});
