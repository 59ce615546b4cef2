import { describe, expect, it, vi, type Mock } from 'vitest';
import {
  openLoudspeaker,
  toPlaybackMessage,
  type Loudspeaker,
  type LoudspeakerOptions,
} from '../../src/client/loudspeaker.ts';
import type { SpeakerReport } from '../../src/client/speaker.ts';
import { FakeContext, stubBrowser } from './support/browser.ts';

const STAMP = { seq: 0, t_ms: 0, utterance_id: 'u' } as const;

describe('openLoudspeaker', () => {
  it('plays what it is sent at the rate of the device, and reports in samples of the wire', async () => {
    const { loudspeaker, context, playback } = await rig();
    loudspeaker.handle({ ...STAMP, type: 'audio.start', sample_rate: 24_000 });
    loudspeaker.play(new Int16Array(4800).fill(16_384).buffer);
    loudspeaker.handle({ ...STAMP, type: 'audio.end', samples: 4800 });
    const heard = context.render(300).filter((value) => Math.abs(value) > 0.25);
    expect(heard.length).toBeCloseTo(0.2 * context.sampleRate, -2);
    expect(playback().map(({ kind }) => kind)).toEqual(['started', 'position', 'finished']);
    expect(playback().at(-1)).toMatchObject({ utterance: 'u', played: 4800, sampleRate: 24_000 });
  });

  it('is silent from the block after a clear', async () => {
    const { loudspeaker, context, playback } = await rig();
    loudspeaker.handle({ ...STAMP, type: 'audio.start', sample_rate: 24_000 });
    loudspeaker.play(new Int16Array(24_000).fill(16_384).buffer);
    context.render(50);
    loudspeaker.handle({ ...STAMP, type: 'clear', clear_id: 4 });
    expect(context.render(50).every((value) => value === 0)).toBe(true);
    expect(playback().at(-1)).toMatchObject({ kind: 'cleared', clearId: 4 });
  });

  it('leaves the other messages to others', async () => {
    const { loudspeaker, context, reports } = await rig();
    loudspeaker.handle({ seq: 0, t_ms: 0, type: 'pong', t: 0 });
    expect(context.worklets[0]?.port.transferred).toEqual([]);
    expect(reports).toEqual([]);
  });

  it('gives the frame away instead of copying it', async () => {
    const { loudspeaker, context } = await rig();
    const frame = new ArrayBuffer(960);
    loudspeaker.play(frame);
    expect(context.worklets[0]?.port.transferred).toEqual([frame]);
  });

  it('when hushed is not heard, and answers a clear with what was heard before', async () => {
    const { loudspeaker, context, playback } = await rig();
    loudspeaker.handle({ ...STAMP, type: 'audio.start', sample_rate: 24_000 });
    loudspeaker.play(new Int16Array(24_000).fill(16_384).buffer);
    context.render(2);
    loudspeaker.silence();
    expect(context.render(200).every((value) => value === 0)).toBe(true);
    loudspeaker.handle({ ...STAMP, type: 'clear', clear_id: 1 });
    expect(playback()).toMatchObject([
      { kind: 'started', played: 69 },
      { kind: 'cleared', clearId: 1, played: 69 },
    ]);
  });

  it('reports that the worklet failed', async () => {
    const { context, lost } = await rig();
    context.worklets[0]?.onprocessorerror?.();
    expect(lost.mock.calls).toMatchObject([[{ code: 'audio_unavailable' }]]);
  });

  it('leaves nothing behind when the lifetime ends', async () => {
    const { context, life, reports } = await rig();
    life.abort();
    expect(context.worklets[0]?.port.closed).toBe(true);
    expect(context.worklets[0]?.outputs.size).toBe(0);
    context.render(100);
    expect(reports).toEqual([]);
  });
});

describe('toPlaybackMessage', () => {
  const report = { kind: 'position', utterance: 'u', played: 7, sampleRate: 24_000 } as const;

  it.each([
    ['both latencies', { baseLatency: 0.0101, outputLatency: 0.0304 }, 41],
    ['only its own', { baseLatency: 0.01 }, 10],
    ['neither', {}, 0],
  ])('counts how long a sample takes to the air where the browser knows %s', (_name, latencies, ms) => {
    expect(toPlaybackMessage(report, latencies as AudioContext)).toEqual({
      type: 'playback.position',
      utterance_id: 'u',
      played_samples: 7,
      output_latency_ms: ms,
    });
  });

  it('answers a clear with its id', () => {
    expect(toPlaybackMessage({ ...report, kind: 'cleared', clearId: 3 }, {} as AudioContext)).toEqual({
      type: 'playback.cleared',
      utterance_id: 'u',
      clear_id: 3,
      played_samples: 7,
    });
  });
});

interface Rig {
  readonly context: FakeContext;
  readonly life: AbortController;
  readonly loudspeaker: Loudspeaker;
  readonly reports: SpeakerReport[];
  readonly playback: () => SpeakerReport[];
  readonly lost: Mock<LoudspeakerOptions['lost']>;
}

async function rig(): Promise<Rig> {
  await stubBrowser();
  const [context, life, lost] = [new FakeContext(), new AbortController(), vi.fn<LoudspeakerOptions['lost']>()];
  const reports: SpeakerReport[] = [];
  const loudspeaker = openLoudspeaker({
    context: context as unknown as AudioContext,
    lifetime: life.signal,
    report: (report) => void reports.push(report),
    lost,
  });
  return { context, life, loudspeaker, reports, playback: () => reports.filter(({ kind }) => kind !== 'level'), lost };
}
