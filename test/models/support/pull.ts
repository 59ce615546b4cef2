import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CatalogueModel, ModelFile } from '../../../src/models/catalogue.ts';
import { openFile } from '../../../src/models/pull/openFile.ts';
import type { PullOptions, PullProgress } from '../../../src/models/pull/options.ts';

/** Options that keep what a pull tells, and that wait for nothing. */
export interface KeptOptions extends PullOptions {
  readonly notes: string[];
  readonly progress: PullProgress[];
  readonly waits: number[];
}

/** Creates options with a new folder, which is removed after the test. */
export function createOptions(changes: Partial<PullOptions> = {}): KeptOptions {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-models-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const notes: string[] = [];
  const progress: PullProgress[] = [];
  const waits: number[] = [];
  return {
    folder,
    env: {},
    stallMs: 20_000,
    backoff: { attempts: 5, initialMs: 1000, maxMs: 15_000, random: () => 1 },
    wait: async (ms) => void waits.push(ms),
    onProgress: (one) => progress.push(one),
    onNote: (line) => notes.push(line),
    openFile,
    ...changes,
    notes,
    progress,
    waits,
  };
}

/** Opens files on a disk that is full after `bytes`. */
export function openOnFullDisk(bytes: number): PullOptions['openFile'] {
  return (path, append) => {
    const file = openFile(path, append);
    let left = bytes;
    return {
      write: (chunk) => {
        file.write(chunk.subarray(0, left));
        if (chunk.length > left) throw Object.assign(new Error('write'), { code: 'ENOSPC' });
        left -= chunk.length;
      },
      close: () => file.close(),
    };
  };
}

/** Creates a model with one archive, whose checksum is published. */
export function createModel(url: string, content: Buffer, changes: Partial<ModelFile> = {}): CatalogueModel {
  return {
    name: 'zipformer-en-20M',
    kind: 'stt',
    type: 'zipformer-transducer',
    languages: ['en'],
    licence: { name: 'MIT', url: 'https://example.com/licence' },
    files: [
      { url: `${url}/model.tar.bz2`, bytes: content.length, sha256: hash(content), archive: 'tar.bz2', ...changes },
    ],
    needs: [],
    figures: [],
    source: 'https://example.com',
  };
}

export function hash(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
