/** An action that a key triggers. */
export type KeyAction = 'interrupt' | 'mute';

export interface Key {
  readonly key: string;
  /** True with Ctrl, Alt or Meta. Shift does not count, because it types capitals. */
  readonly modified: boolean;
  readonly repeated: boolean;
  /** True if a text field has the focus. */
  readonly typing: boolean;
}

/** Selects the action of a key press, or null. Enter and Space are left to the focused button. */
export function selectAction({ key, modified, repeated, typing }: Key): KeyAction | null {
  if (modified || repeated) return null;
  if (key === 'Escape') return 'interrupt';
  return key.toLowerCase() === 'm' && !typing ? 'mute' : null;
}
