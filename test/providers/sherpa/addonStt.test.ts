import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { from, Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createSherpaEngines } from '../../../providers/sherpa/engines.ts';
import { createSherpaStt, verifySherpaStt } from '../../../providers/sherpa/stt/stt.ts';
import { splitSamples } from '../../../src/core/audio.ts';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import { listEngineWork } from '../../../src/wire/engine/engineWork.ts';
import { speakTones, startOfTone, TONE_WORDS, writeToneModel } from '../../support/sherpa/toneModel.ts';
import { createModelFolder } from './folder.ts';

const folder = await createModelFolder(writeToneModel);
const model = { model: folder, model_type: 'nemo-ctc-streaming' } as const;

const start = (segment: number): SttInput => ({ kind: 'start', segment });
const flush = (segment: number): SttInput => ({ kind: 'flush', segment });
const end = (segment: number): SttInput => ({ kind: 'end', segment });
const say = (segment: number, words: readonly string[]): readonly SttInput[] =>
  splitSamples(speakTones(words), 512).map((samples) => ({
    kind: 'audio',
    segment,
    frame: { samples, sampleRate: 16_000 },
  }));

async function transcribe(
  inputs: readonly SttInput[],
  stt = createSherpaStt(createSherpaEngines(), model),
): Promise<readonly SttEvent[]> {
  const events: SttEvent[] = [];
  await stt.transcribe(from(inputs)).forEach((event) => void events.push(event));
  return events;
}

const textsOf = (events: readonly SttEvent[], kind: 'interim' | 'final', segment = 0): readonly string[] =>
  events.flatMap((event) => (event.kind === kind && event.segment === segment ? [event.text] : []));

describe('a streaming model of sherpa-onnx', () => {
  test('hears words while they are spoken, and times them', async () => {
    const events = await transcribe([start(0), ...say(0, ['two', 'five', 'one']), end(0)]);
    const interims = textsOf(events, 'interim');
    expect(interims[0]).toMatch(/^two/u);
    expect(interims.every((text) => 'two five one'.startsWith(text))).toBe(true);
    const final = events.find((event) => event.kind === 'final');
    expect(final).toMatchObject({ text: 'two five one', last: true });
    const starts = final?.words?.map(({ startMs }, at) => Math.abs(startMs - startOfTone(at)));
    expect(Math.max(...(starts ?? [Infinity]))).toBeLessThan(100);
  });

  test('answers a flush, and then only what follows, with times in the segment', async () => {
    const events = await transcribe([start(0), ...say(0, ['three', 'one']), flush(0), ...say(0, ['four']), end(0)]);
    expect(textsOf(events, 'final')).toEqual(['three one', 'four']);
    const [, last] = events.filter((event) => event.kind === 'final');
    expect(Math.abs((last?.words?.[0]?.startMs ?? 0) - startOfTone(2))).toBeLessThan(100);
  });

  test('answers silence without words', async () =>
    expect(await transcribe([start(0), ...say(0, ['']), end(0)])).toEqual([{ kind: 'empty', segment: 0 }]));

  test('serves several sessions in one process, and each hears its own words', async () => {
    const stt = createSherpaStt(createSherpaEngines(), { ...model, max_processes: 1 });
    const sessions = TONE_WORDS.map((word, at) =>
      transcribe([start(at), ...say(at, [word, TONE_WORDS[(at + 2) % 5] ?? '']), end(at)], stt),
    );
    const finals = (await Promise.all(sessions)).map((events, at) => textsOf(events, 'final', at)[0]);
    expect(finals).toEqual(['one three', 'two four', 'three five', 'four one', 'five two']);
  });

  test('refuses a session that finds all processes full, and serves it when one has left', async () => {
    const stt = createSherpaStt(createSherpaEngines(), { ...model, max_processes: 1, max_sessions: 1 });
    const first = stt.transcribe(new Subject<SttInput>()).subscribe();
    const refused = await transcribe([start(0), ...say(0, ['one']), end(0)], stt);
    expect(refused).toMatchObject([{ kind: 'failed', error: { message: expect.stringContaining('have 1 sessions') } }]);
    first.unsubscribe();
    expect(textsOf(await transcribe([start(0), ...say(0, ['one']), end(0)], stt), 'final')).toEqual(['one']);
  });

  test('is cancelled in the middle of a word, and hears the next session', async () => {
    const stt = createSherpaStt(createSherpaEngines(), { ...model, max_processes: 1 });
    stt
      .transcribe(from([start(0), ...say(0, ['one', 'two', 'three'])]))
      .subscribe()
      .unsubscribe();
    expect(textsOf(await transcribe([start(0), ...say(0, ['four']), end(0)], stt), 'final')).toEqual(['four']);
  });

  test('counts its audio and its time for the metrics', async () => {
    const before = listEngineWork().find((work) => work.model === folder)?.audioSeconds ?? 0;
    await transcribe([start(0), ...say(0, ['one', 'two']), end(0)]);
    const work = listEngineWork().find((one) => one.model === folder);
    expect((work?.audioSeconds ?? 0) - before).toBeGreaterThan(1.1);
    expect(work).toMatchObject({ provider: 'sherpa', kind: 'stt', busySeconds: expect.any(Number) });
  });
});

describe('a model that sherpa-onnx cannot load', () => {
  test('ends its own process alone, and fails the segment with what the engine printed', async () => {
    const broken = await createModelFolder(async (at) => {
      await writeToneModel(at);
      await writeFile(join(at, 'model.onnx'), 'this is no model');
    });
    const stt = createSherpaStt(createSherpaEngines(), { ...model, model: broken });
    const events = await transcribe([start(0), ...say(0, ['one']), end(0)], stt);
    expect(events).toMatchObject([
      {
        kind: 'failed',
        segment: 0,
        error: { code: 'provider_failed', message: expect.stringContaining('model.onnx') },
      },
    ]);
    await expect(verifySherpaStt({ ...model, model: broken }, undefined, createSherpaEngines())).rejects.toThrow(
      'the process of the recogniser failed',
    );
  });

  test('is named with the files that it lacks', async () => {
    const empty = await createModelFolder(async () => {});
    const events = await transcribe(
      [start(0), end(0)],
      createSherpaStt(createSherpaEngines(), { model: empty, model_type: 'zipformer-transducer' }),
    );
    expect(events).toMatchObject([
      {
        kind: 'failed',
        error: {
          code: 'model_missing',
          message: `${empty} has no encoder*.onnx, decoder*.onnx, joiner*.onnx, tokens.txt`,
        },
      },
    ]);
  });

  test('is named with the command that pulls it', async () => {
    const stt = createSherpaStt(createSherpaEngines(), { model: 'zipformer-en-20M' });
    expect(await transcribe([start(0), end(0)], stt)).toMatchObject([
      {
        kind: 'failed',
        error: { code: 'model_missing', message: expect.stringContaining('models pull zipformer-en-20M') },
      },
    ]);
  });
});
