import { setTimeout as wait } from 'node:timers/promises';
import type { BackoffOptions } from '../../wire/backoff.ts';
import { findModelsFolder } from '../modelsFolder.ts';
import { openFile, type OpenFile } from './openFile.ts';

/** The progress of a pull. */
export interface PullProgress {
  readonly phase: 'downloading' | 'unpacking';
  /** The name of the file, as in its address. */
  readonly file: string;
  readonly done: number;
  /** The size of the file, or null if the server does not state it. */
  readonly total: number | null;
}

/** The environment of a pull. */
export interface PullOptions {
  /** The folder of all models. */
  readonly folder: string;
  /** `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY` and `ANTIPHON_MODELS_URL`. */
  readonly env: NodeJS.ProcessEnv;
  /** The connection is closed after this time without a byte, in ms. */
  readonly stallMs: number;
  readonly backoff: BackoffOptions;
  /** Waits before the next attempt. */
  wait(ms: number): Promise<unknown>;
  onProgress(progress: PullProgress): void;
  /** Shows the user a note of one line. */
  onNote(line: string): void;
  /** Opens a file for writing. `append` continues it. */
  openFile(path: string, append: boolean): OpenFile;
}

/** Time without a byte after which a connection is closed, in ms. */
const STALL_MS = 30_000;

/** Creates the usual environment. */
export function createPullOptions(
  reports: Pick<PullOptions, 'onProgress' | 'onNote'>,
  env: NodeJS.ProcessEnv = process.env,
): PullOptions {
  return {
    ...reports,
    folder: findModelsFolder(env),
    env,
    stallMs: STALL_MS,
    backoff: { attempts: 5, initialMs: 1000, maxMs: 15_000, random: Math.random },
    wait: (ms) => wait(ms),
    openFile,
  };
}
