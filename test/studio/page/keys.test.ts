import { describe, expect, it } from 'vitest';
import { HELP, selectAction } from '../../../src/studio/page/logic/keys.ts';
import { neighbour, sortMoments } from '../../../src/studio/page/logic/moments.ts';

const press = (key: string, shift = false) => selectAction({ key, shift, modified: false, typing: false });

describe('keys', () => {
  it('move the playhead by a second, with Shift by a tenth', () => {
    expect(press('ArrowRight')).toEqual({ kind: 'move', ms: 1000 });
    expect(press('ArrowLeft', true)).toEqual({ kind: 'move', ms: -100 });
  });

  it('tell the next interruption from the previous one', () => {
    expect(press('i')).toEqual({ kind: 'interruption', direction: 1 });
    expect(press('I', true)).toEqual({ kind: 'interruption', direction: -1 });
  });

  it.each([
    [' ', { kind: 'play' }],
    ['n', { kind: 'event', direction: 1 }],
    ['p', { kind: 'event', direction: -1 }],
    ['j', { kind: 'step', direction: 1 }],
    ['k', { kind: 'step', direction: -1 }],
    ['0', { kind: 'fit' }],
    ['Home', { kind: 'start' }],
    ['End', { kind: 'end' }],
    ['Escape', { kind: 'clear' }],
    ['c', { kind: 'copy' }],
    ['?', { kind: 'help' }],
  ])('have their meaning: "%s"', (key, action) => expect(press(key)).toEqual(action));

  it('zoom in with + and out with -', () => {
    expect(press('+')).toMatchObject({ factor: expect.closeTo(0.7) as number });
    expect(press('-')).toMatchObject({ factor: expect.closeTo(1 / 0.7) as number });
  });

  it('do nothing while the user types, or together with Ctrl', () => {
    expect(selectAction({ key: ' ', shift: false, modified: false, typing: true })).toBeNull();
    expect(selectAction({ key: 'c', shift: false, modified: true, typing: false })).toBeNull();
  });

  it.each(['constructor', 'toString', 'x'])('without a meaning, such as %s, do nothing', (key) =>
    expect(press(key)).toBeNull(),
  );

  it('are all in the help', () => {
    const listed = HELP.flatMap(({ keys }) => keys).map(([keys]) => keys);
    expect(listed).toEqual(expect.arrayContaining(['Space', 'n p', 'i I', 'j k', '+ −', '0', 'c']));
  });
});

describe('a neighbour', () => {
  const moments = sortMoments([300, 100, 200, 200]);
  it('is the next or the previous moment', () => {
    expect(neighbour(moments, 100, 1)).toBe(200);
    expect(neighbour(moments, 300, -1)).toBe(200);
  });
  it('skips a moment less than 1 ms away, where the playhead already is', () => {
    expect(neighbour([100.5, 200], 100, 1)).toBe(200);
    expect(neighbour([100, 199.5], 200, -1)).toBe(100);
  });
  it('is there once', () => expect(moments).toEqual([100, 200, 300]));
  it('does not exist beyond the last', () => expect(neighbour(moments, 300, 1)).toBeUndefined());
});
