import type { JSX } from 'preact';

const PATHS = {
  play: 'M5 3.5v9l7.5-4.5z',
  pause: 'M4.5 3.5h2.5v9H4.5zM9 3.5h2.5v9H9z',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9M10.5 10.5L14 14',
  back: 'M10 3L5 8l5 5',
  next: 'M6 3l5 5l-5 5',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  link: 'M6.5 9.5l3-3M7 4.5l1-1a3 3 0 0 1 4.5 4.5l-1 1M9 11.5l-1 1a3 3 0 0 1-4.5-4.5l1-1',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.5M8 11.8v.2',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M8 2.5v8M4.5 7L8 10.5L11.5 7M3 13.5h10',
  flask: 'M6 2.5h4M6.8 2.5v4L3.3 12.4a.8.8 0 0 0 .7 1.1h8a.8.8 0 0 0 .7-1.1L9.2 6.5v-4',
  up: 'M4.5 9.5L8 6l3.5 3.5',
  descending: 'M4.5 6.5L8 10l3.5-3.5',
} as const;

export type IconName = keyof typeof PATHS;

const FILLED: readonly IconName[] = ['play', 'pause'];

/** Draws an icon beside or in place of a text. Screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  const isFilled = FILLED.includes(name);
  return (
    <svg class={isFilled ? 'icon filled' : 'icon'} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
