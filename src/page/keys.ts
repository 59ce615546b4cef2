/** An action that a key triggers. */
export type KeyAction = 'interrupt' | 'mute';

export interface Key {
  readonly key: string;
  /** With Ctrl, Alt or Meta. Shift does not count: it types capitals. */
  readonly modified: boolean;
  readonly repeated: boolean;
  /** The focus is in a text field. */
  readonly typing: boolean;
}

/** Selects the action of a key press; null if there is none. Enter and Space are left to the focused button. */
export function selectAction({ key, modified, repeated, typing }: Key): KeyAction | null {
  if (modified || repeated) return null;
  if (key === 'Escape') return 'interrupt';
  return key.toLowerCase() === 'm' && !typing ? 'mute' : null;
}
