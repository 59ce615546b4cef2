import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { CallOptions } from '../client/call.ts';
import { createSessionStore, type External, type Levels, type SessionControls } from './createSessionStore.ts';
import type { SessionView } from './sessionView.ts';

/** A session in a component: its state and its controls. */
export interface Session extends SessionView, SessionControls {
  /** The levels that `useLevel` reads. */
  readonly levels: External<Levels>;
}

/**
 * Manages a voice session, which begins with `start` and ends when the component unmounts. After a session has ended,
 * `start` begins another one. Options take effect when a session begins.
 */
export function useSession(options: CallOptions = {}): Session {
  const latest = useRef(options);
  const [store] = useState(() => createSessionStore(() => latest.current));
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => () => void store.controls.end(), [store]);

  const view = useExternal(store.view);
  return useMemo(() => ({ ...view, ...store.controls, levels: store.levels }), [view, store]);
}

/**
 * Returns the levels of the microphone and of the agent's voice, as root mean square from 0 to 1. They change about 30
 * times a second. Only the component that calls this hook renders with them, not the one that holds the session.
 */
export function useLevel({ levels }: Pick<Session, 'levels'>): Levels {
  return useExternal(levels);
}

function useExternal<T>({ subscribe, get }: External<T>): T {
  return useSyncExternalStore(subscribe, get, get);
}
