import { describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../../src/core/checkpoint.ts';
import { runExact } from '../../../src/replay/exact/runExact.ts';
import { replay } from '../../../src/replay/replay.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { recorder } from '../../replay/record.ts';
import { createFunction } from '../../support/testSession.ts';
import { create, createVoice } from './updatedSession.ts';

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

  it('replays a VAD that is as at the beginning again', async () => {
    const kept = recorder();
    const clock = new VirtualClock();
    const made = create({
      clock,
      voice: [
        { atMs: 1600, forMs: 640 },
        { atMs: 8000, forMs: 640 },
      ],
      says: ['one', 'two'],
      options: { record: kept },
    });
    made.update(200, { vad: { provider: 'silero', min_silence_duration: 0.2 } });
    made.update(6000, { vad: null });
    await clock.run(14_000);
    made.session.end();
    await clock.run(16_000);
    expect((await replay(kept.recording())).difference).toBe(null);
  });

  it('replays without the updates that were refused', async () => {
    const kept = recorder();
    const clock = new VirtualClock();
    const made = create({ clock, options: { record: kept } });
    made.update(200, { instructions: 7 });
    made.type(300, 'first');
    await clock.run(3000);
    made.session.end();
    await clock.run(5000);
    expect(made.codes).toEqual(['update_invalid']);
    expect((await replay(kept.recording())).difference).toBe(null);
  });

  it('has the functions that each call had, also of two in one instant', async () => {
    const kept = recorder();
    const clock = new VirtualClock();
    const made = create({
      clock,
      config: { preemptive_generation: true, turn_detection: { provider: 'text', min_delay: 0.1 } },
      voice: [{ atMs: 1600, forMs: 640 }],
      says: [{ text: 'tell me', delayMs: 0 }],
      options: { record: kept },
    });
    made.update(1800, { functions: { change: createFunction(() => 'changed') } });
    await clock.run(9000);
    made.session.end();
    await clock.run(12_000);
    const { lines } = kept.recording();
    const opened = lines.flatMap((line) => ('out' in line && line.out === 'opened' ? [line] : []));
    expect(opened.filter(({ v }) => String(v).startsWith('llm.')).map(({ t }) => t)).toHaveLength(2);
    expect((await replay(kept.recording())).difference).toBe(null);
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

  it('has the settings of the voice that it returns to', async () => {
    const kept = recorder();
    const made = create({
      replaceParts: ({ io, ports: { vad, stt } }) => ({ io, ports: { vad, stt } }),
      config: { tts: { provider: 'deepgram', api_key: 'dg-very-secret-1234567890', model: 'aura-2-thalia-en' } },
      options: { record: kept },
    });
    made.update(50, { tts: null });
    await made.clock.run(100);
    made.session.end({ after: 'now' });
    await made.clock.run(1000);
    const written = kept.recording().lines.flatMap((line) => ('in' in line && line.in === 'asked' ? [line.v] : []));
    expect(written[1]).toMatchObject({
      kind: 'update',
      tts: {
        config: { provider: 'deepgram', api_key: '***', model: 'aura-2-thalia-en' },
        port: { name: 'deepgram', model: 'aura-2-thalia-en' },
      },
    });
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

  it.each(['tts', 'stt'] as const)('has no key of a new %s in an error either', async (part) => {
    const kept = recorder();
    const key = 'letters-of-the-new-one';
    const fail = (): never => {
      throw new Error(`refused: ${key}`);
    };
    const made = create({ options: { record: kept }, agent: { llm_response_handler: fail } });
    made.update(50, { [part]: { provider: 'deepgram', api_key: key } });
    made.type(100, 'hello');
    await made.clock.run(1000);
    made.session.end({ after: 'now' });
    await made.clock.run(2000);
    expect(kept.lines.join('\n')).toContain('refused: ***');
    expect(kept.lines.join('\n')).not.toContain(key);
  });

  it('has the settings of the VAD with those of the updates before', async () => {
    const kept = recorder();
    const made = create({ options: { record: kept } });
    made.update(50, { vad: { min_silence_duration: 0.3 } });
    made.update(60, { vad: { min_speech_duration: 0.2 } });
    await made.clock.run(100);
    made.session.end({ after: 'now' });
    await made.clock.run(1000);
    const written = kept.recording().lines.flatMap((line) => ('in' in line && line.in === 'asked' ? [line.v] : []));
    expect(written[2]).toMatchObject({ settings: { vad: { min_silence_duration: 0.3, min_speech_duration: 0.2 } } });
  });
});

describe('the checkpoint of a session with updates', () => {
  it('has the settings of all of them', async () => {
    const checkpoints: Checkpoint[] = [];
    const made = create();
    made.session.checkpoint$.subscribe((checkpoint) => checkpoints.push(checkpoint));
    made.update(50, { filler_delay: 1 });
    made.update(60, { user_away_times: 2 });
    made.type(100, 'hello');
    await made.clock.run(5000);
    expect(checkpoints.at(-1)?.updates.settings).toEqual({ filler_delay: 1, user_away_times: 2 });
  });
});
