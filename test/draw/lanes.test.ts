import { describe, expect, it } from 'vitest';
import { AXIS_PX, drawLabels, selectLayout, LIVE, OVERVIEW } from '../../src/draw/lanes.ts';
import { call, reply, timeline, utterance, voice, window, words } from './support/things.ts';

const labelsOf = ({ lanes }: typeof LIVE): readonly string[] => [...lanes.values()].map(({ label }) => label);
const span = { fromMs: 0, toMs: 1 };
const known = timeline({
  windows: [window()],
  voiced: [span],
  speech: [span],
  words: [words()],
  calls: [call()],
  waits: [span],
  replies: [reply()],
  syntheses: [voice()],
  utterances: [utterance()],
  events: [{ name: 'on_agent_started_speaking', atMs: 0, detail: '' }],
});

describe.each([
  ['of a page', LIVE],
  ['of an overview', OVERVIEW],
  ['of a recording', selectLayout(known, 40)],
])('the lanes %s', (_whose, { lanes, height }) => {
  it('lie one below the other, without touching, within the picture', () => {
    const tops = [...lanes.values()].map(({ top }) => top);
    const bottoms = [AXIS_PX, ...[...lanes.values()].map((lane) => lane.top + lane.height)];
    for (const [index, top] of tops.entries()) expect(top).toBeGreaterThanOrEqual(bottoms[index] ?? Infinity);
    expect(height).toBeGreaterThan(bottoms.at(-1) ?? Infinity);
  });
});

describe('the lanes', () => {
  it('of a page are called, from top to bottom, what they show', () => {
    expect(labelsOf(LIVE).filter(Boolean)).toEqual([
      'You',
      'VAD',
      'Transcript',
      'LLM',
      'Functions',
      'TTS',
      'Wait',
      'Audio heard',
      'User events',
      'Agent events',
    ]);
  });

  it('of a recording show the probability of each window too', () => {
    expect(labelsOf(selectLayout(known, 40))).toEqual(expect.arrayContaining(['Probability', 'Functions', 'Wait']));
  });

  it('leave out what never was', () => {
    const typed = timeline({ replies: [reply()], syntheses: [voice()], utterances: [utterance()] });
    expect([...selectLayout(typed, 40).lanes.keys()]).toEqual(['model', 'voice', 'agent', 'heard']);
    expect([...selectLayout(typed, 1).lanes.keys()]).toEqual(['turns', 'agent']);
  });

  it.each([
    [13.9, OVERVIEW.lanes.size, false],
    [14, 12, false],
    [119, 12, false],
    [120, 13, true],
  ])('at %f px a second are %i, with what the model wrote: %s', (pxPerSecond, count, isClose) => {
    const { lanes } = selectLayout(known, pxPerSecond);
    expect([lanes.size, lanes.has('chunks')]).toEqual([count, isClose]);
  });

  it('have their names at the left, as high as the timeline', () => {
    const drawn = drawLabels(112);
    expect(drawn).toContain(`viewBox="0 0 112 ${LIVE.height}" width="112" height="${LIVE.height}"`);
    const names = [...drawn.matchAll(/<text class="label (\w+)" x="100"/g)].map(([, name]) => name);
    expect(names).toEqual([...LIVE.lanes.keys()]);
  });
});
