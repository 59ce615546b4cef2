import { describe, expect, it } from 'vitest';
import { following } from './support/following.ts';
import * as note from './support/notes.ts';

describe('functions on the timeline', () => {
  it('go on in the background after the model has a first result, and last until their final results', () => {
    const notes = [
      [100, note.collected('c1')],
      [200, note.acknowledged('c1', 'silent')],
    ] as const;
    const background = { sinceMs: 200, policy: 'silent' };
    expect(following(...notes).calls).toEqual([{ id: 'c1', name: 'time', fromMs: 100, toMs: null, background }]);
    expect(following(...notes, [9000, note.executed('c1', 'noon')]).calls).toMatchObject([{ toMs: 9000, background }]);
  });

  it('show what they have done so far, while they run in the background', () => {
    const { calls } = following(
      [100, note.collected('c1', 'c2')],
      [200, note.acknowledged('c1')],
      [300, note.progress('c1', 'half')],
      [400, note.progress('c1', 'most')],
      [400, note.progress('c2', 'of a call in the foreground')],
      [500, note.executed('c1', 'noon')],
      [600, note.progress('c1', 'late')],
    );
    const progress = [
      { atMs: 300, text: 'half' },
      { atMs: 400, text: 'most' },
    ];
    expect(calls).toMatchObject([{ id: 'c1', background: { progress } }, { id: 'c2' }]);
    expect(calls[1]).not.toHaveProperty('background');
  });

  it('keep their end if their id occurs again', () => {
    const { calls } = following(
      [100, note.collected('c1')],
      [600, note.executed('c1', 'noon')],
      [900, note.collected('c1')],
      [950, note.acknowledged('c1')],
    );
    expect(calls).toMatchObject([
      { fromMs: 100, toMs: 600 },
      { fromMs: 900, toMs: null, background: { sinceMs: 950 } },
    ]);
    expect(calls[0]).not.toHaveProperty('background');
  });
});
