import { describe, expect, test } from 'vitest';
import { TurnDetection } from '../../providers/names.ts';
import { runWhatIf } from '../../src/cli/whatIf.ts';
import type { Recording } from '../../src/record/format.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { continues, says } from '../support/userActions.ts';
import { terminal } from './terminal.ts';

/** Runs `antiphon replay --set …`, and returns the wait before and after, and how often the agent speaks in both. */
async function run(recording: Recording, ...sets: readonly string[]): Promise<readonly (string | number)[]> {
  const screen = terminal();
  expect(await runWhatIf(recording, sets, screen)).toBe(0);
  expect(screen.stderr).toEqual([]);
  const text = screen.stdout.join('\n');
  const [, before = '', after = ''] = /wait, mean +([\d.]+) s +([\d.]+) s/u.exec(text) ?? [];
  const speeches = (when: string): number =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${when}: agent`))
      .join('')
      .split('[').length - 1;
  return [before, after, speeches('before'), speeches('after')];
}

const SLOW = { user: [says(320, 'tell me')], llm: ['It is red.'], llmBehaviour: { firstTokenMs: 3000 } };

describe('--set of a filler', () => {
  test('says one that was not said', async () => {
    const recording = await recordingOf(SLOW);
    expect(await run(recording, 'filler=One moment.')).toEqual(['3.63', '2.63', 1, 1]);
    expect(await run(recording, 'filler=One moment.', 'filler_delay=0.5')).toEqual(['3.63', '1.13', 1, 1]);
  });

  test.each([
    ['a text', 'One moment.'],
    ['a function', () => 'One moment.'],
  ])('turns %s off, or changes its time', async (_, filler) => {
    const recording = await recordingOf({ ...SLOW, config: { filler, filler_delay: 1 } });
    expect(await run(recording, 'filler=')).toEqual(['1.63', '3.63', 1, 1]);
    expect(await run(recording, 'filler_delay=2')).toEqual(['1.63', '2.63', 1, 1]);
  });
});

describe('--set of answers ahead', () => {
  /** TTS takes 0.4 s, the model as long, and the turn is committed 1.5 s after its last sound. */
  const ahead = {
    user: [says(320, 'tell me')],
    llm: ['It is red.'],
    llmBehaviour: { firstTokenMs: 400 },
    tts: { firstAudioMs: 400 },
    config: { min_endpointing_delay: 1.5 },
  };

  test('turns them on, and the speech ahead, too', async () => {
    const recording = await recordingOf(ahead);
    expect(await run(recording, 'preemptive_generation=true')).toEqual(['2.30', '1.90', 1, 1]);
    expect(await run(recording, 'preemptive_generation=true', 'preemptive_tts=true')).toEqual(['2.30', '1.50', 1, 1]);
  });

  test('turns them off', async () => {
    const config = { ...ahead.config, preemptive_generation: true, preemptive_tts: true };
    const recording = await recordingOf({ ...ahead, config });
    expect(await run(recording, 'preemptive_generation=false')).toEqual(['1.50', '2.30', 1, 1]);
    expect(await run(recording, 'preemptive_tts=false')).toEqual(['1.50', '1.90', 1, 1]);
  });
});

test('--set of user_away_timeout and user_away_times lets the agent say what it said later, less often or never', async () => {
  const recording = await recordingOf({
    user: [says(320, 'tell me')],
    llm: ['It is red.'],
    config: { user_away_timeout: 2, user_away_times: 2 },
    agent: { on_user_away: ({ times }) => `Hello ${times}?` },
  });
  expect((await run(recording, 'user_away_times=1')).slice(2)).toEqual([3, 2]);
  expect((await run(recording, 'user_away_timeout=0')).slice(2)).toEqual([3, 1]);
  expect((await run(recording, 'user_away_timeout=8')).slice(2)).toEqual([3, 2]);
});

describe('--set of turn_detection', () => {
  const user = [says(320, { text: 'my number is five', msPerWord: 320 }, 960), continues(2208, 640)];

  test('changes the turns of a recogniser, or takes silence in their place', async () => {
    const stt = { turns: { eagerMs: 600, endMs: 1200 } };
    const recording = await recordingOf({
      user,
      llm: ['Fine.', 'Good.'],
      stt,
      config: { turn_detection: TurnDetection.STT() },
    });
    expect(await run(recording, 'turn_detection.min_delay=2')).toEqual(['1.23', '2.03', 1, 1]);
    expect((await run(recording, 'turn_detection=off')).slice(2)).toEqual([1, 2]);
    expect((await run(recording, 'turn_detection=text')).slice(2)).toEqual([1, 1]);
  });
});

test.each([
  ['user_away_timeout=-1', 'user_away_timeout: expected'],
  ['user_away_times=0', 'user_away_times: expected'],
  ['filler_delay=soon', 'filler_delay: expected'],
  ['preemptive_generation=yes', 'preemptive_generation: expected'],
  ['min_endpointing_delay=', 'min_endpointing_delay: expected'],
  ['user_away=8', 'there is no setting "user_away"'],
])('%s is refused by its name', async (set, message) => {
  const recording = await recordingOf({ user: [says(320, 'tell me')], llm: ['It is red.'], untilMs: 3000 });
  await expect(runWhatIf(recording, [set], terminal())).rejects.toThrow(message);
});
