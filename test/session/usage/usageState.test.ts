import { describe, expect, it } from 'vitest';
import type { MetricEvent } from '../../../src/session/metrics/metricEvent.ts';
import { countCharacters } from '../../../src/session/usage/countCharacters.ts';
import { countHeardMs, initialUsage, updateUsage } from '../../../src/session/usage/usageState.ts';

/** A window of so many samples. */
function windowOf(samples: number, sampleRate: number): MetricEvent {
  const audio = [{ samples: new Int16Array(samples), sampleRate }];
  return { kind: 'window', segment: 0, atMs: 0, voiced: true, voicedMs: 0, lastVoicedMs: 0, audio };
}

function heardAfter(...events: readonly MetricEvent[]): number {
  return countHeardMs(events.reduce(updateUsage, initialUsage));
}

describe('the audio for the recogniser', () => {
  it.each([
    [16_000, 512],
    [44_100, 441],
    [48_000, 480],
    [8000, 1],
  ])('at %i Hz has no error that adds up', (sampleRate, samples) => {
    const windows = Array.from({ length: 1000 }, () => windowOf(samples, sampleRate));
    expect(heardAfter(...windows)).toBe(Math.round((1000 * 1000 * samples) / sampleRate));
  });

  it('of several rates adds up', () => {
    expect(heardAfter(windowOf(480, 48_000), windowOf(160, 16_000), windowOf(480, 48_000))).toBe(30);
  });

  it('does not grow with windows of a segment that is truncated', () => {
    const truncated: MetricEvent = { ...windowOf(512, 16_000), audio: [] } as MetricEvent;
    expect(updateUsage(initialUsage, truncated)).toBe(initialUsage);
  });
});

it('a frame of the agent changes nothing, and costs no copy', () => {
  const frame = { samples: new Int16Array(480), sampleRate: 24_000 };
  const events: readonly MetricEvent[] = [
    { kind: 'speech', event: { kind: 'audio', utterance: 'u0.0', frame } },
    { kind: 'playout', event: { kind: 'sent', utterance: 'u0.0', samples: 480 } },
    { kind: 'playout', event: { kind: 'played', utterance: 'u0.0', samples: 480 } },
  ];
  for (const event of events) expect(updateUsage(initialUsage, event)).toBe(initialUsage);
});

it.each([
  ['', 0],
  ['Yes.', 4],
  ['Ça va', 5],
  ['🌿', 1],
  ['日本', 2],
  ['\uD83C', 1],
])('%j has %i characters', (text, expected) => {
  expect(countCharacters(text)).toBe(expected);
});
