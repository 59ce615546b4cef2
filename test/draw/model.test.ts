import { describe, expect, it } from 'vitest';
import { emptyTimeline, settledUntil, type Timeline } from '../../src/draw/model.ts';
import { call, reply, utterance, voice, words } from './support/things.ts';

const at = (nowMs: number, changes: Partial<Timeline>): Timeline => ({ ...emptyTimeline, nowMs, ...changes });

describe('settledUntil', () => {
  it('is now where nothing goes on', () => {
    expect(settledUntil(at(4000, {}))).toBe(4000);
  });

  it.each<[string, Partial<Timeline>]>([
    ['speech', { speech: [{ fromMs: 1000, toMs: null }] }],
    ['a reply', { replies: [reply({ fromMs: 1000, toMs: null })] }],
    ['a function', { calls: [{ id: 'c1', name: 'time', fromMs: 1000, toMs: null }] }],
    ['an utterance', { utterances: [utterance({ fromMs: 1000, toMs: null })] }],
    ['a voice', { syntheses: [voice({ fromMs: 1000, toMs: null })] }],
    ['an absence', { gaps: [{ kind: 'disconnected', fromMs: 1000, toMs: null }] }],
    ['a turn without an answer', { pending: { committedMs: 1000, waitMs: null, cleared: null } }],
  ])('is where %s began that goes on, however long ago', (_what, changes) => {
    expect(settledUntil(at(90_000, changes))).toBe(1000);
  });

  it.each([
    [15_999, 500],
    [16_000, 16_000],
  ])('is where words began that may still be replaced, for 15 s: at %i ms it is %i', (nowMs, expected) => {
    const wordSpans = [words({ fromMs: 500, toMs: 1000 })];
    expect(settledUntil(at(nowMs, { words: wordSpans }))).toBe(expected);
  });

  it.each([
    [17_999, 1000],
    [18_000, 18_000],
  ])('is where a function began for 15 s of the background, then now: at %i ms it is %i', (nowMs, expected) => {
    const calls = [call({ fromMs: 1000, toMs: null, background: { sinceMs: 3000, policy: 'silent' } })];
    expect(settledUntil(at(nowMs, { calls }))).toBe(expected);
  });

  it('is the end of a long function in the background for 15 s', () => {
    const calls = [call({ fromMs: 1000, toMs: 60_000, background: { sinceMs: 3000, policy: 'silent' } })];
    expect(settledUntil(at(74_999, { calls }))).toBe(60_000);
    expect(settledUntil(at(75_000, { calls }))).toBe(75_000);
  });

  it('is where the first began of all that goes on', () => {
    const spans = { speech: [{ fromMs: 3000, toMs: null }], waits: [{ fromMs: 0, toMs: 1 }] };
    const calls = [{ id: 'c1', name: 'time', fromMs: 2000, toMs: null }];
    expect(settledUntil(at(4000, { ...spans, calls }))).toBe(2000);
  });
});
