import type { ComponentChildren, JSX } from 'preact';
import type { Loadable } from '../state/loadable.ts';
import type { StudioError } from '../state/studioError.ts';
import { DocsLink } from './DocsLink.tsx';
import { Icon } from './Icon.tsx';

/** Shows what failed, with a link to its documentation and a way to try again. */
export function Failure({
  error,
  retry,
}: {
  readonly error: StudioError;
  readonly retry?: (() => void) | undefined;
}): JSX.Element {
  return (
    <div class="state failure" role="alert">
      <Icon name="warning" />
      <div>
        <p class="state-title">{error.message}</p>
        <p class="state-more">
          <code>{error.code}</code>
          <DocsLink place={error.docs}>What this means</DocsLink>
          {retry !== undefined && (
            <button type="button" class="quiet-button" onClick={retry}>
              Try again
            </button>
          )}
        </p>
      </div>
    </div>
  );
}

/** Holds the place of what is being fetched. */
export function Loading({ what }: { readonly what: string }): JSX.Element {
  return (
    <div class="state loading" role="status">
      <span class="spinner" aria-hidden="true" />
      {what}
    </div>
  );
}

/** Says that there is nothing, and why. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="state empty">
      <p class="state-title">{title}</p>
      {children !== undefined && <p class="state-more">{children}</p>}
    </div>
  );
}

export interface LoadedProps<Value> {
  readonly loadable: Loadable<Value>;
  /** What is being fetched: `Loading the call …`. */
  readonly what: string;
  readonly retry?: (() => void) | undefined;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows a fetched value, or that it is on its way, or why it is not there. */
export function Loaded<Value>({ loadable, what, retry, children }: LoadedProps<Value>): JSX.Element {
  if (loadable.state === 'loading') return <Loading what={what} />;
  if (loadable.state === 'failed') return <Failure error={loadable.error} retry={retry} />;
  return <>{children(loadable.value)}</>;
}
