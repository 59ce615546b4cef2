import type { ComponentChildren, JSX } from 'preact';
import { docsAddress } from '../logic/docsLink.ts';

export interface DocsLinkProps {
  /** A place in the documentation: `errors.md#recording_invalid`. */
  readonly place: string | undefined;
  readonly children: ComponentChildren;
}

/** Links to the documentation. Shows nothing without a place. */
export function DocsLink({ place, children }: DocsLinkProps): JSX.Element | null {
  const address = docsAddress(place);
  if (address === null) return null;
  return (
    <a class="docs-link" href={address} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
