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
  it('does not exist beyond the last', () => expect(neighbour(moments, 300, 1)).toBeUndefined());
});
