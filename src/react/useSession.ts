import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { CallOptions } from '../client/call.ts';
import { createSessionStore, type External, type Levels, type SessionControls } from './createSessionStore.ts';
import type { SessionView } from './sessionView.ts';

/** A session in a component: what to show of it, and its controls. */
export interface Session extends SessionView, SessionControls {
  /** Read by `useLevel`. */
  readonly levels: External<Levels>;
}

/**
 * Holds a voice session, which `start` begins and which ends with the component. After a session has ended, `start` begins another
 * one. Options count when a session begins.
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
 * Returns the levels of the microphone and of the agent's voice, root mean square from 0 to 1. They change about 30 times a second,
 * which renders the component that asks for them, and not the one that holds the session.
 */
export function useLevel({ levels }: Pick<Session, 'levels'>): Levels {
  return useExternal(levels);
}

function useExternal<T>({ subscribe, get }: External<T>): T {
  return useSyncExternalStore(subscribe, get, get);
}
