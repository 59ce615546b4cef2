import { beforeAll, describe, expect, it } from 'vitest';
import { createProcessor, loadWorklets } from './support/worklets.ts';

beforeAll(loadWorklets);

describe('the capture worklet', () => {
  it('turns blocks of its input into frames on its port, and gives them away', () => {
    const [processor, port] = createProcessor('antiphon-capture', 48_000, { sampleRate: 16_000 });
    const frames: unknown[] = [];
    port.onmessage = ({ data }) => frames.push(data);
    for (let block = 0; block < 9; block += 1) expect(processor.process([[new Float32Array(128)]], [[]])).toBe(true);
    expect(frames).toEqual([{ samples: new Int16Array(320), level: 0 }]);
    expect(processor.port.transferred).toHaveLength(1);
  });

  it('stays while nothing is plugged in', () => {
    const [processor, port] = createProcessor('antiphon-capture', 48_000, { sampleRate: 16_000 });
    port.onmessage = () => expect.fail('nothing was heard');
    expect(processor.process([[]], [[]])).toBe(true);
    expect(processor.process([], [])).toBe(true);
  });
});

describe('the playout worklet', () => {
  it('handles messages of its port, plays to its output, and answers', () => {
    const [processor, port] = createProcessor('antiphon-playout', 24_000);
    const reports: unknown[] = [];
    port.onmessage = ({ data }) => reports.push(data);
    port.postMessage({ kind: 'start', utterance: 'u', sampleRate: 24_000, firstSample: 0 });
    port.postMessage({ kind: 'audio', samples: new Int16Array(200).fill(16_384) });
    const block = new Float32Array(128);
    expect(processor.process([], [[block]])).toBe(true);
    expect(new Set(block)).toEqual(new Set([0.5]));
    port.postMessage({ kind: 'clear', utterance: 'u', clearId: 2 });
    expect(reports).toEqual([
      { kind: 'started', utterance: 'u', played: 128, sampleRate: 24_000 },
      { kind: 'cleared', utterance: 'u', clearId: 2, played: 128, sampleRate: 24_000 },
    ]);
  });

  it('stays while it leads nowhere', () => {
    const [processor] = createProcessor('antiphon-playout', 24_000);
    expect(processor.process([], [])).toBe(true);
  });
});
