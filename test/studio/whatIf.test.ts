import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatConfig } from '../../src/cli/studio/runs/formatConfig.ts';
import { createSliders } from '../../src/cli/studio/runs/sliders.ts';
import type { Head } from '../../src/record/format.ts';
import { readRecording } from '../../src/record/read.ts';
import type { Sliders, WhatIfResponse } from '../../src/studio/protocol.ts';
import { ask, askFailure, askJson, createFolder, startTestStudio } from './support/studio.ts';

describe('what if', () => {
  test('has sliders with the recorded values, within the ranges of the configuration', async () => {
    const studio = await startTestStudio(await createFolder(['concierge']));
    const { sliders } = await askJson<Sliders>(studio, '/api/sliders?id=concierge.jsonl');
    expect(sliders.find(({ name }) => name === 'interrupt_time_threshold')).toMatchObject({
      value: 0.25,
      min: 0,
      unit: 's',
    });
    expect(sliders.map(({ name }) => name)).toContain('vad.min_silence_duration');
    expect(sliders.map(({ name }) => name)).not.toContain('turn_detection.threshold');
    for (const { value, min, max } of sliders) expect(min <= value && value <= max).toBe(true);
  });

  test('runs a call with changed settings, and says what to copy', async () => {
    const studio = await startTestStudio(await createFolder(['first-minute']));
    const changes = { min_endpointing_delay: 0.9, 'vad.min_silence_duration': 0.8 };
    const body = { id: 'first-minute.jsonl', changes };
    const { result, before, after, config } = await askJson<WhatIfResponse>(studio, '/api/what-if', { body });
    expect(result.changes).toEqual(changes);
    expect(result.figures.after.waitMs?.mean).toBeGreaterThan(result.figures.before.waitMs?.mean ?? Infinity);
    expect(before.utterances.length).toBeGreaterThan(3);
    expect(after.utterances.length).toBeGreaterThan(3);
    expect(after.windows).toEqual([]);
    expect(config).toBe('min_endpointing_delay: 0.9,\nvad: VAD.Silero({ min_silence_duration: 0.8 }),');
    const again = await askJson<WhatIfResponse>(studio, '/api/what-if', { body });
    expect({ ...again, tookMs: 0 }).toEqual({ result, before, after, config, tookMs: 0 });
  });

  test('draws both runs, each with the interruptions that it has', async () => {
    const studio = await startTestStudio(await createFolder(['interrupted']));
    const body = { id: 'interrupted.jsonl', changes: { interrupt_time_threshold: 2 } };
    const { result, before, after } = await askJson<WhatIfResponse>(studio, '/api/what-if', { body });
    const cuts = [before, after].map(({ utterances }) => utterances.filter(({ cut }) => cut).length);
    const { figures } = result;
    expect(cuts).toEqual([figures.before.interruptions, figures.after.interruptions]);
    expect(cuts).toEqual([2, 1]);
  });

  test('runs the call as its file is now', async () => {
    const folder = await createFolder(['disconnected', 'failures']);
    const studio = await startTestStudio(folder);
    const run = async (id: string): Promise<object> => {
      const body = { id, changes: { min_endpointing_delay: 0.9 } };
      return { ...(await askJson<WhatIfResponse>(studio, '/api/what-if', { body })), tookMs: 0 };
    };
    await run('disconnected.jsonl');
    await copyFile(join(folder, 'failures.jsonl'), join(folder, 'disconnected.jsonl'));
    expect(await run('disconnected.jsonl')).toEqual(await run('failures.jsonl'));
  });

  test('works once the module of the session has been mended', async () => {
    const folder = await createFolder(['disconnected']);
    const session = join(folder, 'session.mjs');
    const studio = await startTestStudio(folder, { session });
    const body = { id: 'disconnected.jsonl', changes: {} };
    expect(await askFailure(studio, '/api/what-if', { body })).toBe('400 usage_invalid');
    await writeFile(session, 'export const splice = {};');
    expect((await ask(studio, '/api/what-if', { body })).status).toBe(200);
  });

  test('has the sliders that have an effect, with ranges that contain the recorded values', async () => {
    const { head } = await readRecording('test/recordings/concierge.jsonl');
    const slidersOf = (config: object) =>
      new Map(
        createSliders({ ...head, config: { ...head.config, ...config } }).map(({ name, ...slider }) => [name, slider]),
      );
    const plain = slidersOf({ min_endpointing_delay: 4.5, filler: '' });
    expect(plain.get('min_endpointing_delay')).toMatchObject({ min: 0, max: 4.5, value: 4.5 });
    expect(plain.get('vad.activation_threshold')).toMatchObject({ min: 0, max: 1 });
    expect([...plain.keys()].filter((name) => /^turn_detection|^filler/u.test(name))).toEqual([]);
    const text = slidersOf({ turn_detection: { provider: 'text' }, filler: 'One moment.', filler_delay: 1 });
    expect([text.has('turn_detection.threshold'), text.has('min_endpointing_delay')]).toEqual([true, false]);
    expect([text.has('turn_detection.max_delay'), text.has('filler_delay')]).toEqual([true, true]);
    const stt = slidersOf({ turn_detection: { provider: 'stt' } });
    expect([stt.has('turn_detection.threshold'), stt.has('turn_detection.min_delay')]).toEqual([false, true]);
  });

  test.each([
    [
      'with the recorded ones of its group',
      { 'vad.activation_threshold': 0.6 },
      'vad: VAD.Silero({ prefix_padding_duration: 0.3, activation_threshold: 0.6 }),',
    ],
    [
      'with another turn model',
      { turn_detection: 'text', 'turn_detection.max_delay': 4 },
      'turn_detection: TurnDetection.Text({ max_delay: 4 }),',
    ],
    ['with nothing but a turn model', { turn_detection: 'text' }, 'turn_detection: TurnDetection.Text(),'],
    ['without the turn model', { turn_detection: 'off' }, '// turn_detection: remove it'],
    [
      'on lines of their own',
      { interrupt_word_threshold: 2, filler: "it's" },
      `interrupt_word_threshold: 2,\nfiller: "it's",`,
    ],
  ])('writes settings to copy %s', (_how, changes, lines) => {
    const config = {
      vad: { provider: 'silero', prefix_padding_duration: 0.3 },
      turn_detection: { provider: 'stt', min_delay: 1 },
    } as Head['config'];
    expect(formatConfig({ config }, changes)).toBe(lines);
  });

  test('names a setting that cannot be changed', async () => {
    const studio = await startTestStudio(await createFolder(['concierge']));
    const body = { id: 'concierge.jsonl', changes: { 'stt.language': 'de' } };
    expect(await askFailure(studio, '/api/what-if', { body })).toBe('400 usage_invalid');
  });
});
