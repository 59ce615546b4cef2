import type { KeptSession } from '../client/keptSession.ts';

/** A conversation interrupted by a reload. */
export interface Interrupted {
  readonly session: KeptSession;
  /** True if it was spoken, false if it was only typed. */
  readonly microphone: boolean;
}

const KEY = 'antiphon.interrupted';

/** Keeps a conversation for the next page loaded in this tab. */
export function keepInterrupted(interrupted: Interrupted): void {
  sessionStorage.setItem(KEY, JSON.stringify(interrupted));
}

/** Returns the conversation kept by an earlier page in this tab, once. */
export function takeInterrupted(): Interrupted | undefined {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return kept === null ? undefined : (JSON.parse(kept) as Interrupted);
}
