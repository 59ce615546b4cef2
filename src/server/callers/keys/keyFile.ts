import { readFile, stat } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { SchedulerLike } from 'rxjs';
import { AntiphonError } from '../../../core/errors.ts';
import { messageOf } from '../../../core/messageOf.ts';
import { readApiKeys } from '../../../keys/parseApiKeys.ts';
import { createKeyring, type Keyring } from './keyring.ts';

export interface KeyFileOptions {
  readonly path: string;
  readonly scheduler: SchedulerLike;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** Maximum age of the keys before the file is checked again, in ms. */
const CHECK_MS = 1000;
const MAX_BYTES = 1_048_576;

/**
 * Opens a file of API keys. Returns a function that gets the keys. It reads the file again after a change, for which it
 * checks at most once a second. If the file becomes invalid or disappears, this is logged, and the previous keys stay
 * in use.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if the file is invalid at first
 */
export async function openKeyFile({ path, scheduler, log }: KeyFileOptions): Promise<() => Promise<Keyring>> {
  let keyring = await readKeyring(path);
  let seen = await versionOf(path);
  let checkedAt = scheduler.now();
  let checking: Promise<void> | undefined;
  const check = async (): Promise<void> => {
    const version = await versionOf(path);
    if (version === seen) return;
    seen = version;
    try {
      keyring = await readKeyring(path);
      log.info({ file: path }, 'reloaded the API keys');
    } catch (error) {
      log.error(
        { file: path, reason: messageOf(error) },
        'could not reload the API keys; the previous keys stay valid',
      );
    }
  };
  return async () => {
    if (checking === undefined && scheduler.now() - checkedAt >= CHECK_MS) {
      checkedAt = scheduler.now();
      checking = check().finally(() => (checking = undefined));
    }
    await checking;
    return keyring;
  };
}

async function readKeyring(path: string): Promise<Keyring> {
  return createKeyring(readApiKeys(await readText(path), path));
}

async function readText(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const place = path === '' ? 'api_keys_file' : path;
    throw new AntiphonError('usage_invalid', `${place}: expected an API key file: ${messageOf(cause)}`, { cause });
  });
  if (text.length <= MAX_BYTES) return text;
  throw new AntiphonError('usage_invalid', `${path}: expected at most ${MAX_BYTES} bytes`);
}

/** Returns the version of a file. Replacing the file, as Kubernetes does with secrets, changes its inode. */
async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return 'gone';
  }
}
