import { signal, type ReadonlySignal } from '@preact/signals';
import { toStudioError, type StudioError } from './studioError.ts';

/** A value that is fetched. */
export type Loadable<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: StudioError };

/** A value that is fetched when it is first needed, and again on request. */
export interface Resource<Value> {
  readonly current: ReadonlySignal<Loadable<Value>>;
  /** Fetches the value unless it was fetched or is being fetched. */
  readonly need: () => void;
  readonly reload: () => void;
}

export function createResource<Value>(fetchValue: () => Promise<Value>): Resource<Value> {
  const current = signal<Loadable<Value>>({ state: 'loading' });
  let begun = 0;
  const reload = (): void => {
    const own = (begun += 1);
    current.value = { state: 'loading' };
    const settle = (loaded: Loadable<Value>): void => {
      if (own === begun) current.value = loaded;
    };
    fetchValue().then(
      (value) => settle({ state: 'ready', value }),
      (error: unknown) => settle({ state: 'failed', error: toStudioError(error) }),
    );
  };
  return { current, reload, need: () => void (begun === 0 && reload()) };
}

/** Returns the value if it is there. */
export function valueOf<Value>(loadable: Loadable<Value>): Value | null {
  return loadable.state === 'ready' ? loadable.value : null;
}
