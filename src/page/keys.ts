/** What a key means on the page. */
export type KeyAction = 'interrupt' | 'mute';

export interface Key {
  readonly key: string;
  /** Shift does not count: it is how a capital is typed. */
  readonly modified: boolean;
  readonly repeated: boolean;
  /** The focus is where people type. */
  readonly typing: boolean;
}

/** What a key press is for; null if it is not for the page. Enter and Space are left to the button that has the focus. */
export function selectAction({ key, modified, repeated, typing }: Key): KeyAction | null {
  if (modified || repeated) return null;
  if (key === 'Escape') return 'interrupt';
  return key.toLowerCase() === 'm' && !typing ? 'mute' : null;
}
