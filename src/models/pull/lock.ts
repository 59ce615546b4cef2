import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { codeOf, createPullError } from './failure.ts';

/** The name of the lock in the folder in which a model is pulled. */
export const LOCK_FILE = 'lock';

/** The right to pull a model. */
export interface Lock {
  release(): Promise<void>;
}

/** A process that has a lock. `started` tells it from an earlier process with the same id, as in containers. */
export interface LockOwner {
  readonly pid: number;
  readonly started: number;
}

const THIS_PROCESS: LockOwner = { pid: process.pid, started: Math.round(performance.timeOrigin) };

/**
 * Takes the lock of a model. A lock whose process has ended is taken over.
 *
 * @throws (rejects with) AntiphonError `model_pull_failed` if another process has it
 */
export async function takeLock(path: string, name: string, owner: LockOwner = THIS_PROCESS): Promise<Lock> {
  const content = JSON.stringify(owner);
  for (;;) {
    if (await tryCreate(path, content)) return { release: () => release(path, content) };
    const held = await readFile(path, 'utf8').catch(nullIfMissing);
    if (held === null) continue;
    const { pid, started } = parseOwner(held);
    const isEarlierProcess = pid === owner.pid && started !== owner.started;
    if (!isEarlierProcess && isRunning(pid)) {
      const hint = `If that process is something else, remove ${path}`;
      throw createPullError(`${name} is being pulled by process ${pid}: wait until it has finished. ${hint}`);
    }
    await removeStale(path, held);
  }
}

function nullIfMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}

/** Creates the lock together with its content. Returns false if a lock exists. */
async function tryCreate(path: string, content: string): Promise<boolean> {
  const written = `${path}.${process.pid}`;
  await writeFile(written, content);
  try {
    await link(written, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(written, { force: true });
  }
}

function parseOwner(text: string): LockOwner {
  try {
    return JSON.parse(text) as LockOwner;
  } catch {
    return { pid: 0, started: 0 };
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

async function release(path: string, content: string): Promise<void> {
  const held = await readFile(path, 'utf8').catch(() => null);
  if (held === content) await rm(path, { force: true });
}

/** Removes a stale lock, unless another process has just replaced it with its own. */
async function removeStale(path: string, held: string): Promise<void> {
  const moved = `${path}.${process.pid}.stale`;
  const isMoved = await rename(path, moved).then(
    () => true,
    (error: unknown) => nullIfMissing(error) ?? false,
  );
  if (!isMoved) return;
  const found = await readFile(moved, 'utf8');
  if (found === held) await rm(moved, { force: true });
  else await rename(moved, path);
}
