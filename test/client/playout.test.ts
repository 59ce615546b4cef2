import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Playout } from '../../src/client/playout.ts';
import type { PlaybackReport, SpeakerReport } from '../../src/client/speaker.ts';
import { runs } from '../properties/runs.ts';

const BLOCK = 128;
/** Loud enough to differ from silence at every sample. */
const LOUD = 10_000;

describe('Playout', () => {
  it('is silent while nothing is to be played', () => {
    const playout = new Playout(48_000);
    const { heard, reports } = render(playout, 4);
    expect(heard.every((value) => value === 0)).toBe(true);
    expect(reports).toEqual([]);
  });

  it('plays what it is given, sample by sample, where the rates are equal', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: Int16Array.of(1, -2, 32_767, -32_768) });
    expect(render(playout, 1).heard.slice(0, 5)).toEqual([1 / 32_768, -2 / 32_768, 32_767 / 32_768, -1, 0]);
  });

  it('reports the start with the block that holds the first sample', () => {
    const playout = started(24_000, 24_000);
    expect(render(playout, 1).reports).toEqual([]);
    playout.execute({ kind: 'audio', samples: loud(1000) });
    expect(render(playout, 1).reports).toEqual([createReport('started', 128)]);
    expect(render(playout, 1).reports).toEqual([]);
  });

  it('reports the position every 100 ms, and not one block before', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: loud(24_000) });
    // 100 ms are 18.75 blocks after the one that began: the 19th ends at block 20.
    expect(render(playout, 19).reports).toEqual([createReport('started', 128)]);
    expect(render(playout, 1).reports).toEqual([createReport('position', 20 * BLOCK)]);
    const later = render(playout, 150).reports;
    expect(later).toHaveLength(8);
    expect(later.at(-1)).toEqual(createReport('position', 170 * BLOCK));
  });

  it('reports the end with the block that holds the last sample, with the exact count', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: loud(2 * BLOCK + 1) });
    playout.execute({ kind: 'end', utterance: 'u' });
    expect(render(playout, 2).reports).toEqual([createReport('started', 128)]);
    expect(render(playout, 1).reports).toEqual([createReport('finished', 257)]);
    expect(render(playout, 100).reports).toEqual([]);
  });

  it('waits when it has run dry: silence, a frozen count, and still a position', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: loud(200) });
    const dry = render(playout, 40);
    expect(dry.heard.slice(200).every((value) => value === 0)).toBe(true);
    expect(dry.reports).toEqual([
      createReport('started', 128),
      createReport('position', 200),
      createReport('position', 200),
    ]);
    playout.execute({ kind: 'audio', samples: loud(100) });
    playout.execute({ kind: 'end', utterance: 'u' });
    expect(render(playout, 1).reports).toEqual([createReport('finished', 300)]);
  });

  it('finishes an utterance that never had a sample without ever having begun it', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'end', utterance: 'u' });
    expect(render(playout, 1).reports).toEqual([createReport('finished', 0)]);
  });

  it('counts every sample of every rate on every device, exactly', () => {
    const rate = fc.constantFrom(8000, 16_000, 24_000, 48_000);
    const device = fc.constantFrom(8000, 16_000, 22_050, 44_100, 48_000, 96_000);
    const lengths = fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 12 });
    fc.assert(
      fc.property(rate, device, lengths, (sampleRate, deviceRate, pieces) => {
        const playout = started(sampleRate, deviceRate);
        for (const length of pieces) playout.execute({ kind: 'audio', samples: loud(length) });
        playout.execute({ kind: 'end', utterance: 'u' });
        const total = pieces.reduce((sum, length) => sum + length, 0);
        const { reports } = render(playout, Math.ceil((total * deviceRate) / sampleRate / BLOCK) + 1);
        const counts = reports.map(({ played }) => played);
        expect(counts).toEqual([...counts].sort((a, b) => a - b));
        expect(reports.at(-1)).toEqual(createReport('finished', total, sampleRate));
      }),
      runs(25),
    );
  });
});

describe('a cleared utterance', () => {
  it('is silent from the next block on, and its count stands where it stood', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: loud(24_000) });
    render(playout, 10);
    const answer = playout.execute({ kind: 'clear', utterance: 'u', clearId: 7 });
    expect(answer).toEqual([{ kind: 'cleared', utterance: 'u', clearId: 7, played: 1280, sampleRate: 24_000 }]);
    const after = render(playout, 100);
    expect(after.heard.every((value) => value === 0)).toBe(true);
    expect(after.reports).toEqual([]);
  });

  it('was never audible if it is cleared before its first block', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: loud(500) });
    expect(playout.execute({ kind: 'clear', utterance: 'u', clearId: 0 })).toMatchObject([{ played: 0 }]);
  });

  it('takes no more audio: frames that are still on their way are dropped', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'clear', utterance: 'u', clearId: 0 });
    playout.execute({ kind: 'audio', samples: loud(500) });
    playout.execute({ kind: 'end', utterance: 'u' });
    expect(render(playout, 10)).toEqual({ heard: Array.from({ length: 1280 }, () => 0), reports: [] });
  });

  it('was all played if its end crossed the clear on the way', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: loud(100) });
    playout.execute({ kind: 'end', utterance: 'u' });
    render(playout, 1);
    expect(playout.execute({ kind: 'clear', utterance: 'u', clearId: 1 })).toMatchObject([{ played: 100, clearId: 1 }]);
  });

  it('is answered even if it never came', () => {
    const answer = new Playout(48_000).execute({ kind: 'clear', utterance: 'x', clearId: 3 });
    expect(answer).toMatchObject([{ kind: 'cleared', utterance: 'x', clearId: 3, played: 0 }]);
  });

  it('leaves the next one alone', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: loud(1000) });
    playout.execute({ kind: 'clear', utterance: 'u', clearId: 0 });
    playout.execute({ kind: 'start', utterance: 'v', sampleRate: 24_000, firstSample: 0 });
    playout.execute({ kind: 'audio', samples: loud(64) });
    playout.execute({ kind: 'end', utterance: 'v' });
    const { heard, reports } = render(playout, 1);
    expect(heard.filter((value) => value !== 0)).toHaveLength(64);
    expect(reports).toMatchObject([
      { kind: 'started', utterance: 'v' },
      { kind: 'finished', utterance: 'v', played: 64 },
    ]);
  });
});

describe('utterances one after another', () => {
  it('are played without a gap, and never one over the other', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: loud(100) });
    playout.execute({ kind: 'end', utterance: 'u' });
    playout.execute({ kind: 'start', utterance: 'v', sampleRate: 24_000, firstSample: 0 });
    playout.execute({ kind: 'audio', samples: loud(100) });
    const { heard, reports } = render(playout, 2);
    expect(heard.filter((value) => value !== 0)).toHaveLength(200);
    expect(heard.lastIndexOf(LOUD / 32_768)).toBe(199);
    expect(reports.map(({ kind, utterance }) => [kind, utterance])).toEqual([
      ['started', 'u'],
      ['finished', 'u'],
      ['started', 'v'],
    ]);
  });

  it('do not wait for an end that was forgotten: the next one begins it', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: loud(10) });
    playout.execute({ kind: 'start', utterance: 'v', sampleRate: 24_000, firstSample: 0 });
    playout.execute({ kind: 'end', utterance: 'u' });
    playout.execute({ kind: 'audio', samples: loud(10) });
    expect(render(playout, 1).reports.map(({ kind, utterance }) => [kind, utterance])).toEqual([
      ['started', 'u'],
      ['finished', 'u'],
      ['started', 'v'],
    ]);
  });
});

describe('audio that is dropped for a new connection', () => {
  it('is silent at once, and answered with what was played last', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: loud(1000) });
    render(playout, 2);
    expect(playout.execute({ kind: 'drop' })).toEqual([{ kind: 'dropped', last: { utterance: 'u', played: 256 } }]);
    expect(render(playout, 1).heard.every((value) => value === 0)).toBe(true);
  });

  it('is answered with the utterance before, if nothing of the next one was played', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: loud(100) });
    playout.execute({ kind: 'end', utterance: 'u' });
    render(playout, 1);
    playout.execute({ kind: 'start', utterance: 'v', sampleRate: 24_000, firstSample: 0 });
    expect(playout.execute({ kind: 'drop' })).toEqual([{ kind: 'dropped', last: { utterance: 'u', played: 100 } }]);
  });

  it('is answered with nothing, if nothing was played', () => {
    expect(new Playout(48_000).execute({ kind: 'drop' })).toEqual([{ kind: 'dropped', last: null }]);
  });

  it('goes on with its first sample, and counts from there', () => {
    const playout = new Playout(24_000);
    playout.execute({ kind: 'start', utterance: 'u', sampleRate: 24_000, firstSample: 256 });
    playout.execute({ kind: 'audio', samples: loud(100) });
    playout.execute({ kind: 'end', utterance: 'u' });
    expect(render(playout, 1).reports).toEqual([createReport('finished', 356)]);
  });
});

describe('what is bounded', () => {
  it('holds 60 s that wait; what comes beyond never counts as played', () => {
    const playout = started(8000, 8000);
    for (let second = 0; second < 65; second += 1) playout.execute({ kind: 'audio', samples: loud(8000) });
    playout.execute({ kind: 'end', utterance: 'u' });
    const { reports } = render(playout, (65 * 8000) / BLOCK);
    expect(reports.at(-1)).toEqual(createReport('finished', 60 * 8000, 8000));
  });
});

describe('the level', () => {
  it('is reported about 30 times a second, also in silence', () => {
    expect(levels(new Playout(48_000), 375)).toHaveLength(28);
  });

  it('is the root mean square of what is played', () => {
    const playout = started(24_000, 24_000);
    playout.execute({ kind: 'audio', samples: loud(24_000) });
    for (const level of levels(playout, 100)) expect(level).toBeCloseTo(LOUD / 32_768, 6);
  });
});

function started(sampleRate: number, deviceRate: number): Playout {
  const playout = new Playout(deviceRate);
  expect(playout.execute({ kind: 'start', utterance: 'u', sampleRate, firstSample: 0 })).toEqual([]);
  return playout;
}

function render(playout: Playout, blocks: number): { readonly heard: number[]; readonly reports: PlaybackReport[] } {
  const heard: number[] = [];
  const reports: SpeakerReport[] = [];
  for (let count = 0; count < blocks; count += 1) {
    // What a browser hands over is not always silent.
    const block = new Float32Array(BLOCK).fill(0.5);
    reports.push(...playout.render(block));
    heard.push(...block);
  }
  const isPlayback = (report: SpeakerReport): report is PlaybackReport =>
    report.kind !== 'level' && report.kind !== 'dropped';
  return { heard, reports: reports.filter(isPlayback) };
}

function levels(playout: Playout, blocks: number): number[] {
  const reports = Array.from({ length: blocks }, () => playout.render(new Float32Array(BLOCK))).flat();
  return reports.flatMap((report) => (report.kind === 'level' ? [report.level] : []));
}

function createReport(kind: 'started' | 'position' | 'finished', played: number, sampleRate = 24_000): PlaybackReport {
  return { kind, utterance: 'u', played, sampleRate };
}

function loud(length: number): Int16Array {
  return new Int16Array(length).fill(LOUD);
}
