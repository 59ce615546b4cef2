import type { JSX } from 'preact';

export interface SourceProps {
  /** What it is, for screen readers. */
  readonly label: string;
  readonly look?: string | undefined;
  readonly children: string;
}

/** Shows text as it is written. Scrolls with the keys if it is long. */
export function Source({ label, look, children }: SourceProps): JSX.Element {
  return (
    <pre class={look} role="group" aria-label={label} tabIndex={0}>
      {children}
    </pre>
  );
}
