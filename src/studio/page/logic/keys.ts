/** What a key does in a call. */
export type KeyAction =
  | { readonly kind: 'play' }
  | { readonly kind: 'move'; readonly ms: number }
  | { readonly kind: 'event' | 'interruption' | 'step'; readonly direction: 1 | -1 }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'fit' | 'help' | 'copy' | 'start' | 'end' | 'clear' };

export interface PressedKey {
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, Alt or Meta. */
  readonly modified: boolean;
  /** The focus is where the user types, or on what uses the key itself. */
  readonly typing: boolean;
}

const ZOOM = 0.7;

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  ' ': { kind: 'play' },
  n: { kind: 'event', direction: 1 },
  p: { kind: 'event', direction: -1 },
  i: { kind: 'interruption', direction: 1 },
  I: { kind: 'interruption', direction: -1 },
  j: { kind: 'step', direction: 1 },
  k: { kind: 'step', direction: -1 },
  '+': { kind: 'zoom', factor: ZOOM },
  '=': { kind: 'zoom', factor: ZOOM },
  '-': { kind: 'zoom', factor: 1 / ZOOM },
  '0': { kind: 'fit' },
  c: { kind: 'copy' },
  Home: { kind: 'start' },
  End: { kind: 'end' },
  Escape: { kind: 'clear' },
  '?': { kind: 'help' },
};

/** Selects the action of a key, or null. */
export function selectAction({ key, shift, modified, typing }: PressedKey): KeyAction | null {
  if (modified || typing) return null;
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return { kind: 'move', ms: (key === 'ArrowLeft' ? -1 : 1) * (shift ? 100 : 1000) };
  return Object.hasOwn(ACTIONS, key) ? (ACTIONS[key] ?? null) : null;
}

/** The keys of a call and of the table, for the help. */
export const HELP: readonly {
  readonly title: string;
  readonly keys: readonly (readonly [keys: string, what: string])[];
}[] = [
  {
    title: 'Playhead',
    keys: [
      ['Space', 'Play or pause'],
      ['← →', 'One second back or forward'],
      ['Shift ← →', 'A tenth of a second'],
      ['Home End', 'Start or end of the call'],
      ['n p', 'Next or previous event'],
      ['i I', 'Next or previous interruption'],
      ['j k', 'Next or previous step'],
    ],
  },
  {
    title: 'Timeline',
    keys: [
      ['+ −', 'Zoom around the playhead'],
      ['0', 'Show the whole call'],
      ['Wheel', 'Zoom around the pointer'],
      ['Drag', 'Move along the call'],
      ['Shift drag', 'Select a stretch'],
      ['Esc', 'Clear the selection'],
      ['c', 'Copy a link to this moment'],
    ],
  },
  {
    title: 'Calls',
    keys: [
      ['/', 'Type a query'],
      ['↑ ↓', 'Previous or next call'],
      ['Enter', 'Open the call'],
      ['Space', 'Select the call for a sweep'],
    ],
  },
];
