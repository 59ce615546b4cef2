/** A checkpoint of a session as a store keeps it. */
export interface StoredCheckpoint {
  /** How often the session was taken over. Only who has the latest writes. */
  readonly epoch: number;
  readonly value: Uint8Array;
}

/** `superseded`: the session was taken over, or has ended. Nothing was written. */
export type SaveResult = 'saved' | 'superseded';

/** How a session has ended: `abandoned` if its client did not come back. */
export type DeletedAs = 'deleted' | 'abandoned';

/** Keeps the checkpoints of sessions for all nodes. Everything rejects if the engine does not answer in time. */
export interface CheckpointStore {
  /** Replaces the checkpoint of a session. It expires after `ttl` seconds. */
  save(session: string, checkpoint: StoredCheckpoint, ttl: number): Promise<SaveResult>;
  /** `deleted`, `abandoned`: the session has ended, at most a minute ago. */
  load(session: string): Promise<StoredCheckpoint | DeletedAs | undefined>;
  /**
   * Takes a session over that was loaded with this epoch: the next one is the caller's. Resolves with false if another one was faster, or
   * there is no checkpoint any more. What is loaded then is the latest checkpoint: the node before writes nothing more.
   */
  claim(session: string, epoch: number): Promise<boolean>;
  /**
   * Deletes the checkpoint of a session that has ended, if there is one, unless it was taken over. For a minute, it is known that it has ended, and
   * what is saved late with this epoch is superseded. `as`: @default deleted
   */
  delete(session: string, epoch: number, as?: DeletedAs): Promise<void>;
  /** Closes the connection, whatever state it is in. */
  close(): Promise<void>;
}
