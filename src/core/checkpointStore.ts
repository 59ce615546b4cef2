/** A session's checkpoint as stored. */
export interface StoredCheckpoint {
  /** The number of times that the session was taken over. Only the holder of the latest epoch may write. */
  readonly epoch: number;
  readonly value: Uint8Array;
}

/** `superseded`: nothing was written, because the session was taken over or has ended. */
export type SaveResult = 'saved' | 'superseded';

/** How a session ended: `abandoned` if its client did not come back. */
export type DeletedAs = 'deleted' | 'abandoned';

/** A store for session checkpoints, shared by all nodes. Every method rejects if the engine does not answer in time. */
export interface CheckpointStore {
  /** Replaces the checkpoint of a session. It expires after `ttl` seconds. */
  save(session: string, checkpoint: StoredCheckpoint, ttl: number): Promise<SaveResult>;
  /** Resolves with a session's checkpoint; with `deleted` or `abandoned` if it ended at most a minute ago. */
  load(session: string): Promise<StoredCheckpoint | DeletedAs | undefined>;
  /**
   * Takes over a session that was loaded with this epoch, and gives the caller the next epoch. Resolves with false if
   * another node was faster or the checkpoint is gone. A checkpoint loaded after this is the latest, because the
   * previous node can no longer write.
   */
  claim(session: string, epoch: number): Promise<boolean>;
  /**
   * Deletes the checkpoint of an ended session, if any, unless the session was taken over. For a minute, the store
   * remembers that it ended, and late saves with this epoch are superseded. `as`: @default deleted
   */
  delete(session: string, epoch: number, as?: DeletedAs): Promise<void>;
  /** Closes the connection in any state. */
  close(): Promise<void>;
}
