import type { SchedulerLike } from 'rxjs';
import type { FastifyBaseLogger } from 'fastify';
import type { StoredCheckpoint } from '../../core/checkpointStore.ts';
import { maskKeys } from '../../core/maskKeys.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { Session } from '../../session/session.ts';
import { isSessionId } from '../common/isSessionId.ts';
import type { ConnectionProgress } from '../media/mediaConnection.ts';
import type { CheckpointSettings } from './options.ts';
import { CheckpointWriter, type WriteResult } from './checkpointWriter.ts';
import { Deletions, type Deletion } from './deletions.ts';
import type { Sealing } from './sealing.ts';
import { createSettledInput } from './settledInput.ts';
import { parseStoredSession, type SessionOrigin, type StoredSession, type Written } from './storedSession.ts';

/** A session whose checkpoints are written. */
export interface FollowedSession {
  readonly session: Pick<Session, 'id' | 'checkpoint$' | 'ended'>;
  readonly origin: Omit<SessionOrigin, 'node'>;
  readonly progress: () => ConnectionProgress;
  /** How often the session has been taken over. */
  readonly epoch: number;
}

/** A session that can be taken over. */
export interface FoundSession extends StoredSession {
  readonly epoch: number;
}

/** How a session that is not kept has ended; `abandoned` if its client did not return. */
export type EndedAs = 'ended' | 'abandoned';

/** The checkpoints of the sessions of all nodes. */
export interface Checkpoints {
  /** The maximum size of a checkpoint, in bytes. */
  readonly maxBytes: number;
  /** Writes the checkpoints of a session on this node until it ends, and then deletes them. */
  follow(followed: FollowedSession): void;
  /**
   * Resolves when the checkpoint of an ended session is deleted. If it could not be deleted, resolves with an object
   * whose `later` settles when retrying has ended.
   */
  deleted(session: string): Promise<{ readonly later: Promise<void> } | undefined>;
  /** Finds a session of any node, or how it ended recently. @throws (rejects with) the errors of the store */
  find(session: string): Promise<FoundSession | EndedAs | undefined>;
  /**
   * Takes a session over. Resolves with its latest checkpoint, which may be newer than the one that was found, or with
   * undefined if another node was faster or the session has ended meanwhile.
   *
   * @throws (rejects with) the errors of the store
   */
  claim(session: string, found: FoundSession): Promise<FoundSession | undefined>;
  /**
   * Deletes the checkpoint of a session without a node, so that it cannot start again unless it is taken over
   * meanwhile.
   */
  delete(session: string, epoch: number): Promise<void>;
  /** Leaves a session to other nodes. Resolves with whether its latest checkpoint is written. */
  handOver(session: string): Promise<boolean>;
  /** Leaves a session to the node that has claimed it. Its checkpoint remains, whatever happens to the session here. */
  leave(session: string): void;
  close(): Promise<void>;
}

export interface CheckpointsOptions extends CheckpointSettings {
  readonly node: string;
  readonly scheduler: SchedulerLike;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly count: (result: WriteResult) => void;
  /** Called when another node has taken over a session of this node. */
  readonly superseded: (session: string) => void;
}

export function createCheckpoints(options: CheckpointsOptions): Checkpoints {
  const { store, sealing, maxBytes, node, scheduler } = options;
  const writers = new Map<string, CheckpointWriter>();
  const deletions = new Deletions(options);
  const deleting = new Map<string, ReturnType<Deletions['delete']>>();
  const remove = (writer: CheckpointWriter, deletion: Deletion, failed: (error: unknown) => void): void => {
    const { session } = deletion;
    const deleted = writer.end().then(() => deletions.delete(deletion, failed));
    deleting.set(
      session,
      deleted.finally(() => deleting.delete(session)),
    );
  };
  const read = createReader(sealing);
  return {
    maxBytes,
    follow: (followed) => {
      const { session, origin, epoch } = followed;
      const { id, checkpoint$, ended } = session;
      const wrote = createReport(id, options);
      const writer = new CheckpointWriter({ session: id, epoch, store, sealing, scheduler, wrote });
      writers.set(id, writer);
      const keep = createStored(followed, node);
      const following = checkpoint$.subscribe((checkpoint) =>
        writer.write(keep(checkpoint), secondsUntil(origin.expires_at)),
      );
      void ended.then(({ reason }) => {
        following.unsubscribe();
        const as = reason === 'disconnected' ? 'abandoned' : 'deleted';
        const deletion = { session: id, epoch, as, ttl: secondsUntil(origin.expires_at) } as const;
        if (writers.delete(id)) remove(writer, deletion, (error) => wrote('failed', error));
      });
    },
    deleted: async (session) => deleting.get(session),
    find: async (session) => {
      if (!isSessionId(session)) return undefined;
      const found = deletions.find(session) ?? (await store.load(session));
      if (typeof found === 'string') return found === 'deleted' ? 'ended' : found;
      return found && read(session, found);
    },
    claim: createClaim(store, read),
    delete: (session, epoch) => store.delete(session, epoch),
    handOver: async (session) => {
      const writer = writers.get(session);
      if (writer === undefined || !(await writer.flush())) return false;
      writers.delete(session);
      writer.leave();
      return true;
    },
    leave: (session) => {
      writers.get(session)?.leave();
      writers.delete(session);
    },
    close: async () => {
      await Promise.all(deleting.values());
      await deletions.close();
      await store.close();
    },
  };
}

/**
 * Creates the reader of stored sessions. It returns undefined for another version, for an older checkpoint that was
 * restored, and for an expired session.
 */
function createReader(sealing: Sealing): (session: string, stored: StoredCheckpoint) => FoundSession | undefined {
  return (session, { epoch, value }) => {
    const text = sealing.open(session, value);
    const stored = text === undefined ? undefined : parseStoredSession(text);
    // The node that took the session over may not have written yet.
    const isLatest = stored !== undefined && epoch - stored.written.epoch <= 1;
    return isLatest && secondsUntil(stored.expires_at) > 0 ? { ...stored, epoch } : undefined;
  };
}

function createClaim(store: CheckpointSettings['store'], read: ReturnType<typeof createReader>): Checkpoints['claim'] {
  return async (session, found) => {
    if (!(await store.claim(session, found.epoch))) return undefined;
    // The node may be alive and only cut off from the directory; it may have written until now.
    const latest = await store.load(session);
    if (typeof latest !== 'object' || latest.epoch !== found.epoch + 1) return undefined;
    const newer = read(session, latest);
    return newer === undefined || isOlder(newer.written, found.written) ? { ...found, epoch: latest.epoch } : newer;
  };
}

/** Checks whether one checkpoint was written before another. */
function isOlder(one: Written, other: Written): boolean {
  return one.epoch < other.epoch || (one.epoch === other.epoch && one.version < other.version);
}

/** Creates the function that adds this node's own data about the session to a checkpoint. */
function createStored(
  { origin, progress, epoch }: FollowedSession,
  node: string,
): (checkpoint: StoredSession['checkpoint']) => StoredSession {
  const settle = createSettledInput(progress().received, origin.audio.input.sample_rate);
  let version = 0;
  return (checkpoint) => {
    const { received, latestSeq } = progress();
    const kept = { latestSeq, received: settle(received, checkpoint.pending) };
    version += 1;
    return { ...origin, node, progress: kept, checkpoint, written: { epoch, version } };
  };
}

/** Counts the writes of a session, and logs the first of several failures in a row. */
function createReport(
  session: string,
  { log, count, superseded }: Pick<CheckpointsOptions, 'log' | 'count' | 'superseded'>,
): (result: WriteResult, error?: unknown) => void {
  let isFailing = false;
  return (result, error) => {
    count(result);
    if (result === 'failed' && !isFailing)
      log.warn({ session_id: session, reason: maskKeys(messageOf(error)) }, 'could not write a checkpoint');
    isFailing = result === 'failed';
    if (result === 'superseded') superseded(session);
  };
}

function secondsUntil(time: string): number {
  return (Date.parse(time) - Date.now()) / 1000;
}
