import { describe, expect, it } from 'vitest';
import { selectAction, type Key } from '../../src/page/keys.ts';

const press = (key: string, how: Partial<Key> = {}): Key => ({
  key,
  modified: false,
  repeated: false,
  typing: false,
  ...how,
});

describe('a key press', () => {
  it.each([
    ['Escape interrupts', press('Escape'), 'interrupt'],
    ['Escape interrupts also where people type', press('Escape', { typing: true }), 'interrupt'],
    ['m mutes', press('m'), 'mute'],
    ['M mutes', press('M'), 'mute'],
    ['m is a letter where people type', press('m', { typing: true }), null],
    ['a key that is held down acts once', press('m', { repeated: true }), null],
    ['Ctrl+M is left to the browser', press('m', { modified: true }), null],
    ['Alt+Escape is left to the system', press('Escape', { modified: true }), null],
    ['Enter is left to the button that has the focus', press('Enter'), null],
    ['Space is left to the button that has the focus', press(' '), null],
  ])('%s', (_what, key, action) => {
    expect(selectAction(key)).toBe(action);
  });
});
