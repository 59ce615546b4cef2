export type { CallOptions } from '../client/call.ts';
export type { External, Levels, SessionControls } from './createSessionStore.ts';
export type { SessionView } from './sessionView.ts';
export { useLevel, useSession } from './useSession.ts';
export type { Session } from './useSession.ts';
