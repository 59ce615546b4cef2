import { describe, expect, it } from 'vitest';
import { drawSession, type SessionOptions } from '../../src/draw/session.ts';
import type { Timeline } from '../../src/draw/model.ts';
import { all, marbles, texts } from './support/drawn.ts';
import { timeline, words } from './support/things.ts';

function draw(nowMs: number, options: Partial<SessionOptions> = {}, changes: Partial<Timeline> = {}): string {
  return drawSession(timeline({ nowMs, ...changes }), { title: 'Session ses_1', ...options });
}

/** How far each row lies below the top, in px. */
const rows = (drawn: string): readonly number[] =>
  all(drawn, /class="row" transform="translate\(\d+ (\d+)\)"/g).map(Number);
const firstFigures = (drawn: string): readonly string[] =>
  drawn
    .split('class="row"')
    .slice(1)
    .flatMap((row) => all(row, /class="figure"[^>]*>([^<]*)/g).slice(0, 1));

describe('a picture of a session', () => {
  it('stands alone: a document with a title and a style for light and dark', () => {
    const drawn = draw(15_000);
    expect(drawn).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]* role="img" aria-label="Session ses_1"/);
    expect(drawn).toContain('@media (prefers-color-scheme: dark)');
    expect(drawn).not.toContain('var(--');
    expect(drawn).not.toMatch(/https?:(?!\/\/www\.w3\.org)/);
  });

  it('names the session, how long it was, and the settings that matter', () => {
    const drawn = draw(15_000, { facts: ['endpoint after 0.5 s'] });
    expect(texts(drawn, 'title')).toMatchObject([{ text: 'Session ses_1' }]);
    expect(texts(drawn, 'facts')).toMatchObject([{ text: '15 s · endpoint after 0.5 s' }]);
  });

  it('shows a title as it is', () => {
    expect(draw(1000, { title: '<b>&' })).toContain('>&#60;b&#62;&#38;</text>');
  });

  it.each([
    [1000, 1],
    [30_000, 1],
    [33_000, 1],
    [33_001, 1 + 2],
    [300_000, 1 + 10],
    [300_001, 1 + 5],
    [306_001, 1 + 6],
    [1_200_001, 1 + 4],
    [1_230_001, 1 + 5],
  ])('of %i ms has %i rows, the first of several being the whole', (nowMs, count) => {
    expect(rows(draw(nowMs))).toHaveLength(count);
  });

  it('has no row for the little that is left: its rows are a little longer, and all of it is seen', () => {
    const events = [{ name: 'on_agent_stopped_speaking' as const, atMs: 61_000, detail: '' }];
    const drawn = draw(61_000, {}, { events });
    expect(firstFigures(drawn)).toEqual(['0 s', '0 s', '32 s']);
    expect(marbles(drawn.split('class="row"').at(-1) ?? '', 'agent')).toHaveLength(1);
  });

  it('ends where the session does, whatever is asked for', () => {
    expect(rows(draw(26_000, { toMs: 100_000 }))).toHaveLength(1);
    expect(texts(draw(26_000, { toMs: 100_000 }), 'facts')).toMatchObject([{ text: '26 s' }]);
  });

  it('has each row below the one before it, and beginning where that ended', () => {
    const drawn = draw(65_000);
    const tops = rows(drawn);
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    expect(new Set(tops).size).toBe(4);
    expect(firstFigures(drawn)).toEqual(['0 s', '0 s', '30 s', '1:00']);
  });

  it('is as high as its rows', () => {
    const [, height = ''] = /height="(\d+)"/.exec(draw(65_000)) ?? [];
    expect(Number(height)).toBeGreaterThan(rows(draw(65_000)).at(-1) ?? Infinity);
  });

  it('keeps to its width', () => {
    const drawn = draw(10_000, { width: 800 });
    expect(drawn).toContain(' width="800" ');
    const lines = all(drawn, /class="staff" d="M0 [\d.]+H([\d.]+)/g).map(Number);
    expect(Math.max(...lines)).toBe(800 - 112 - 20);
  });

  it('shows a part of it, larger, and says which', () => {
    const drawn = draw(26_000, { fromMs: 12_000, toMs: 15_000 });
    expect(firstFigures(drawn)).toEqual(['12 s']);
    expect(texts(drawn, 'facts')).toMatchObject([{ text: '12 s to 15 s of 26 s' }]);
  });

  it('has rows of the length that is asked for', () => {
    expect(firstFigures(draw(20_000, { rowMs: 10_000 }))).toEqual(['0 s', '0 s', '10 s']);
  });

  it('cuts text where its row ends, before it would lie over the next', () => {
    const late = words({ fromMs: 29_000, toMs: 29_500, text: 'this is longer than the second that is left' });
    const [spoken] = texts(draw(60_000, {}, { words: [late] }), 'spoken');
    expect(spoken?.text).toMatch(/^this.*…$/);
  });

  it('shows what happens in its last instant, and in no row twice what happens between two', () => {
    const events = [30_000, 60_000].map((atMs) => ({ name: 'on_agent_stopped_speaking' as const, atMs, detail: '' }));
    const [, ...drawn] = draw(60_000, {}, { events }).split('class="row"');
    expect(drawn.map((row) => marbles(row, 'agent').length)).toEqual([0, 0, 2]);
  });

  it('has no figure at its end, where there is no room for one', () => {
    expect(all(draw(10_000), /class="figure"[^>]*>([^<]*)/g).at(-1)).toBe('9 s');
  });

  it('of nothing is a picture all the same', () => {
    expect(rows(draw(0))).toHaveLength(1);
    expect(draw(0)).not.toContain('NaN');
  });
});
