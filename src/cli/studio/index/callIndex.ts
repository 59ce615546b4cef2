import type { Prices } from '../../../session/usage/prices.ts';
import type { CallRow, CallsRequest, CallsResponse } from '../../../studio/protocol.ts';
import type { CallFile, Folder } from '../folder/folder.ts';
import { scanFolder } from '../folder/scan.ts';
import { answerCalls } from '../query/answerCalls.ts';
import type { SearchedCall } from '../query/parseQuery.ts';
import { findCacheFile, readCache, writeCache } from './cacheFile.ts';
import { costOf } from './cost.ts';
import type { Entry } from './entry.ts';

/** The folder to index, and the places and prices that the index uses. */
export interface IndexOptions {
  readonly folder: Folder;
  /** The folder of caches of the user. */
  readonly cacheFolder: string;
  readonly prices: Prices | undefined;
}

/** The folder is listed again if the last listing is older than this, in ms. */
const SCAN_AFTER_MS = 2000;
/** An answer waits for this many of the newest rows, but not longer than this, in ms: the files may be large. */
const FIRST_ROWS = 40;
const FIRST_ROWS_MS = 500;
/** Number of files that are read at the same time. */
const LANES = 4;
/** The cache is written after this many new summaries, and at the end. */
const SAVE_AFTER = 2000;

/** The summaries of a folder's recordings. Reads the newest files first, in the background. */
export class CallIndex {
  readonly #options: IndexOptions;
  readonly #cacheFile: string;
  readonly #calls = new Map<string, Indexed>();
  #files: readonly CallFile[] = [];
  #pending: CallFile[] = [];
  #scannedMs = Number.NEGATIVE_INFINITY;
  #scan: Promise<void> | null = null;
  #isReading = false;
  #reading: Promise<void> = Promise.resolve();
  #saved: Promise<void> = Promise.resolve();
  readonly #waiting: (() => void)[] = [];
  #unsaved = 0;

  constructor(options: IndexOptions) {
    this.#options = options;
    this.#cacheFile = findCacheFile(options.cacheFolder, options.folder.root);
  }

  /** Answers with the matching rows of the files that are read so far, at least the newest ones. */
  async answer(request: CallsRequest): Promise<CallsResponse> {
    if (performance.now() - this.#scannedMs > SCAN_AFTER_MS) await (this.#scan ??= this.#rescan());
    await this.#untilFirstRows();
    const calls = this.#files.flatMap(({ id }) => this.#calls.get(id) ?? []);
    return {
      ...answerCalls(calls, request),
      total: this.#files.length,
      indexed: calls.length,
    };
  }

  /** Resolves when all files that were listed are read and the cache is written. */
  async whenRead(): Promise<void> {
    await this.#reading;
    await this.#saved;
  }

  async #rescan(): Promise<void> {
    const isFirst = this.#scannedMs === Number.NEGATIVE_INFINITY;
    if (isFirst) for (const entry of (await readCache(this.#cacheFile)).values()) this.#add(entry);
    const files = scanFolder(this.#options.folder);
    const known = new Set(files.map(({ id }) => id));
    for (const id of this.#calls.keys()) if (!known.has(id)) this.#calls.delete(id);
    const changed = files.filter((file) => !isSame(this.#calls.get(file.id)?.entry, file));
    for (const { id } of changed) this.#calls.delete(id);
    this.#files = files;
    this.#pending = changed.toReversed();
    this.#scannedMs = performance.now();
    this.#scan = null;
    if (!this.#isReading) this.#reading = this.#readAll();
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    await Promise.all(Array.from({ length: LANES }, () => this.#readNext()));
    this.#isReading = false;
    this.#save();
    this.#tell();
  }

  async #readNext(): Promise<void> {
    if (this.#pending.length === 0) return;
    // Loads the schemas of recordings. A folder that is in the cache needs none.
    const { summariseFile } = await import('./summariseFile.ts');
    for (let file = this.#pending.pop(); file !== undefined; file = this.#pending.pop()) {
      const { id, size, mtimeMs } = file;
      this.#add({ id, size, mtimeMs, summary: await summariseFile(file) });
      this.#unsaved += 1;
      if (this.#unsaved >= SAVE_AFTER) this.#save();
      this.#tell();
    }
  }

  #add(entry: Entry): void {
    const { row, usage, saidText } = entry.summary;
    const whole: CallRow = { id: entry.id, ...row, cost: costOf(usage, this.#options.prices) };
    this.#calls.set(entry.id, { entry, row: whole, saidText });
  }

  #save(): void {
    if (this.#unsaved === 0) return;
    this.#unsaved = 0;
    const entries = [...this.#calls.values()].map(({ entry }) => entry);
    this.#saved = this.#saved.then(() => writeCache(this.#cacheFile, entries));
  }

  /** Resolves when the newest rows are there, or some row and the time is over. */
  async #untilFirstRows(): Promise<void> {
    const beganMs = performance.now();
    const isLate = (): boolean => this.#calls.size > 0 && performance.now() - beganMs > FIRST_ROWS_MS;
    while (this.#isReading && !isLate() && !this.#hasFirstRows())
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #hasFirstRows(): boolean {
    return this.#files.slice(0, FIRST_ROWS).every(({ id }) => this.#calls.has(id));
  }

  /** Wakes the requests that wait for more rows. */
  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

interface Indexed extends SearchedCall {
  readonly entry: Entry;
}

function isSame(entry: Entry | undefined, { size, mtimeMs }: CallFile): boolean {
  return entry !== undefined && entry.size === size && entry.mtimeMs === mtimeMs;
}
