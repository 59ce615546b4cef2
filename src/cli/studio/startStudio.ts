import { randomBytes } from 'node:crypto';
import { findCacheFolder } from '../../models/modelsFolder.ts';
import type { Prices } from '../../session/usage/prices.ts';
import type { CallsRequest } from '../../studio/protocol.ts';
import { createSweepRunner, type Runner } from '../sweep/workers.ts';
import { createThreadRunner } from '../threadRunner.ts';
import { findCall, openFolder } from './folder/folder.ts';
import { ROUTES } from './routes.ts';
import type { StudioContext } from './server/context.ts';
import { readPage } from './server/page.ts';
import { startServer, type Listening } from './server/startServer.ts';
import type { TaskInputs } from './threads/task.ts';
import { createTaskQueue, type StudioRunner, type TaskQueue } from './threads/taskQueue.ts';

export interface StudioOptions extends Listening {
  /** A folder of recordings, or a recording. */
  readonly path: string;
  readonly prices?: Prices | undefined;
  /** The module with the splices and stages that the sessions had. */
  readonly session?: string | undefined;
  /** The folder of caches of the user. */
  readonly cacheFolder?: string | undefined;
  /** The path of the page. @default the page of this package */
  readonly page?: string | undefined;
  readonly createRunner?: (() => StudioRunner) | undefined;
  readonly createSweepRunner?: (() => Runner) | undefined;
}

/** A running Studio. */
export interface Studio {
  /** The address to open, with the token as its fragment, which browsers do not send. */
  readonly address: string;
  readonly origin: string;
  readonly token: string;
  /** Ends the server and its threads. */
  close(): Promise<void>;
}

/** Time that a task may take, in ms. A recording may be hostile, and run for ever. */
const TASK_MS = 300_000;
const SECRET_BYTES = 32;

/**
 * Starts the server of Studio.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if `path` is neither a folder nor a recording, or the server cannot listen;
 *   `package_file_missing` if the page was not built
 */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  const { path, host, port, prices, session, cacheFolder = findCacheFolder() } = options;
  const folder = await openFolder(path);
  const createRunner =
    options.createRunner ?? ((): StudioRunner => createThreadRunner('#studio-worker', { limitMs: TASK_MS }));
  const createQueue = (): TaskQueue => createTaskQueue(createRunner());
  const threads = { index: createQueue(), calls: createQueue(), runs: createQueue() };
  const closeThreads = async (): Promise<void> => {
    await Promise.all(Object.values(threads).map((thread) => thread.close()));
  };
  // The first request reports a failure again.
  prepare(threads, { folder, cacheFolder, prices }).catch(() => undefined);
  const secrets = { token: createSecret(), cookie: createSecret() };
  const context = {
    folder,
    cacheFolder,
    prices,
    session,
    threads,
    createSweepRunner: options.createSweepRunner ?? createSweepRunner,
  };
  try {
    const page = await readPage(options.page);
    const server = await startServer({ host, port }, { routes: ROUTES, page, secrets, context });
    const call = folder.only === null ? '' : `&call=${encodeURIComponent(folder.only)}`;
    return {
      address: `${server.origin}/#token=${secrets.token}${call}`,
      origin: server.origin,
      token: secrets.token,
      close: async () => {
        await server.close();
        await closeThreads();
      },
    };
  } catch (error) {
    await closeThreads();
    throw error;
  }
}

const FIRST_REQUEST: CallsRequest = { query: '', sort: 'recordedAt', order: 'desc', offset: 0, limit: 1 };

/** While the browser starts, reads the only call, or reads the folder and then loads the code that opens a call. */
async function prepare(
  { index, calls }: StudioContext['threads'],
  input: Omit<TaskInputs['calls'], 'request'>,
): Promise<void> {
  const { signal } = new AbortController();
  const { folder, prices } = input;
  if (folder.only === null) {
    await index.ask({ name: 'calls', input: { ...input, request: FIRST_REQUEST } }, signal);
    await calls.ask({ name: 'warm', input: {} }, signal);
  } else {
    const file = await findCall(folder, folder.only);
    await calls.ask({ name: 'detail', input: { file, prices } }, signal);
  }
}

function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}
