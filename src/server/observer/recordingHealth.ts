import type { Session } from '../../session/session.ts';

/**
 * The state of recording. `failing` means that the session that began or ended last could not be recorded, or its
 * recording has gaps.
 */
export type RecordingState = 'written' | 'failing';

/** Tracks whether sessions can be recorded. */
export interface RecordingHealth {
  readonly state: RecordingState;
  watch(session: Pick<Session, 'errors$' | 'ended'>): void;
}

/** Creates the health of the recordings of one server. */
export function createRecordingHealth(): RecordingHealth {
  let state: RecordingState = 'written';
  return {
    get state() {
      return state;
    },
    watch: ({ errors$, ended }) => {
      let isFailing = false;
      errors$.subscribe(({ code }) => {
        if (code !== 'recording_failed') return;
        isFailing = true;
        state = 'failing';
      });
      void ended.then(() => {
        if (!isFailing) state = 'written';
      });
    },
  };
}
