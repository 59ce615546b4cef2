import { createHash } from 'node:crypto';
import { isAntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { createBackoff } from '../../wire/backoff.ts';
import type { ModelFile } from '../model.ts';
import { createDispatcher, type ModelsConnection } from './createDispatcher.ts';
import { codeOf, createPullError } from './failure.ts';
import { findUrl } from './findUrl.ts';
import type { PullOptions } from './options.ts';
import type { Part } from './part.ts';
import { readPiece, ServerError } from './readPiece.ts';
import { hashInto } from './sha256.ts';

/** A downloaded file. */
export interface Downloaded {
  readonly url: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** How much larger than published a file with a rounded size may be. */
const ROUNDING = 1.2;

/**
 * Downloads a file, or the rest of it, and checks it. If an attempt ends early, the next one continues the file. The
 * count of attempts starts anew whenever the file has grown.
 *
 * @throws (rejects with) AntiphonError `model_pull_failed`; the part remains unless its checksum is wrong
 */
export async function download(file: ModelFile, part: Part, options: PullOptions): Promise<Downloaded> {
  const url = findUrl(file, options.env);
  const connection = createDispatcher(options.env, options.stallMs);
  try {
    return await repeat({ file, url, part, options, connection });
  } finally {
    await connection.close();
  }
}

interface Task {
  readonly file: ModelFile;
  readonly url: string;
  readonly part: Part;
  readonly options: PullOptions;
  readonly connection: ModelsConnection;
}

async function repeat(task: Task): Promise<Downloaded> {
  const { url, part, options } = task;
  const backoff = createBackoff(options.backoff);
  let largest = await part.readSize(url);
  for (;;) {
    try {
      const downloaded = await attempt(task);
      await check(task, downloaded);
      return downloaded;
    } catch (error) {
      if (isAntiphonError(error) || (error instanceof ServerError && error.isFinal)) throw toPullError(error, task);
      const size = await part.readSize(url);
      if (size > largest) backoff.reset();
      largest = Math.max(largest, size);
      const delayMs = backoff.nextDelayMs();
      if (delayMs === null) throw toPullError(error, task);
      options.onNote(`${describe(error, options.stallMs)}; trying again`);
      await options.wait(delayMs);
    }
  }
}

/** Downloads the missing rest. Rejects if the server ends early. */
async function attempt(task: Task): Promise<Downloaded> {
  const { file, url, part, options, connection } = task;
  const { offset, validator, total: known } = await findProgress(task);
  let hash = createHash('sha256');
  if (offset > 0) await hashInto(hash, part.path);
  if (offset > 0 && offset === known) return { url, bytes: offset, sha256: hash.digest('hex') };
  const limit = Math.ceil(file.rounded ? file.bytes * ROUNDING : file.bytes);
  const restart = () => (hash = createHash('sha256'));
  const piece = { url, part, offset, validator, limit };
  const total = await readPiece(piece, { dispatcher: connection.dispatcher, options, hash, restart });
  const bytes = await part.readSize(url);
  const expected = total ?? (file.rounded ? bytes : file.bytes);
  if (bytes < expected) throw new Error(`${url} ended after ${bytes} of ${expected} bytes`);
  return { url, bytes, sha256: hash.digest('hex') };
}

interface Progress {
  /** Number of bytes from which the download can continue. */
  readonly offset: number;
  readonly validator: string | null;
  readonly total: number | null;
}

/** Without a validator, only a published checksum shows whether the rest belongs to the part. */
async function findProgress({ file, url, part }: Task): Promise<Progress> {
  const info = await part.readInfo();
  if (info?.url !== url || (info.validator === null && file.sha256 === null)) {
    return { offset: 0, validator: null, total: null };
  }
  return { offset: await part.readSize(url), validator: info.validator, total: info.total };
}

async function check({ file, url, part }: Task, { sha256 }: Downloaded): Promise<void> {
  if (file.sha256 === null || file.sha256 === sha256) return;
  await part.remove();
  throw createPullError(
    `${url}: expected the SHA-256 ${file.sha256}, got ${sha256}. The download is deleted: it is damaged, or the file was replaced after this version of Antiphon.`,
  );
}

function toPullError(error: unknown, { options }: Task): Error {
  return isAntiphonError(error) ? error : createPullError(describe(error, options.stallMs), error);
}

const STALLED = ['UND_ERR_BODY_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'];

function describe(error: unknown, stallMs: number): string {
  if (STALLED.includes(codeOf(error))) return `the server sent nothing for ${stallMs / 1000} s`;
  return `the download was cut off: ${messageOf(error)}`;
}
