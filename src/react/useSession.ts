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
 *
 * @example
 * ```ts
 * import { useSession } from 'antiphon/react';
 * import { createElement, type ReactElement } from 'react';
 *
 * export function Talk(): ReactElement {
 *   const { state, start, end } = useSession({ sessionsUrl: '/v1/sessions' });
 *   const isLive = state === 'live' || state === 'reconnecting';
 *   const onClick = () => void (isLive ? end() : start());
 *   return createElement('button', { onClick }, isLive ? 'Hang up' : 'Talk');
 * }
 * ```
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
 *
 * @example
 * ```ts
 * import { useLevel, type Session } from 'antiphon/react';
 * import { createElement, type ReactElement } from 'react';
 *
 * export function Microphone({ levels }: Pick<Session, 'levels'>): ReactElement {
 *   return createElement('meter', { min: 0, max: 0.5, value: useLevel({ levels }).input });
 * }
 * ```
 */
export function useLevel({ levels }: Pick<Session, 'levels'>): Levels {
  return useExternal(levels);
}

function useExternal<T>({ subscribe, get }: External<T>): T {
  return useSyncExternalStore(subscribe, get, get);
}
