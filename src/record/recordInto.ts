import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AntiphonError } from '../core/errors.ts';
import type { Recorder } from '../session/recording.ts';
import { createRecorder, type OpenSink, type RecordOptions } from './recordTo.ts';
import { createFileSink } from './sink.ts';

/** A recorder that writes files. */
export interface FolderRecorder extends Recorder {
  /** Resolves when the recordings of all ended sessions are on disk. A server that closes waits for it up to 450 ms. */
  written(): Promise<void>;
}

/**
 * Records each session into a file of its own: `<session id>.jsonl` in `folder`, which is created if it does not exist.
 * Writing never delays a session: lines that the disk does not accept in time are dropped and counted. Unless the disk
 * is behind, a line reaches the operating system within the same turn of the event loop.
 *
 * @example
 * ```ts
 * import type { Agent } from 'antiphon';
 * import { recordInto } from 'antiphon/record';
 * import { serve } from 'antiphon/server';
 *
 * declare const agent: Agent;
 * const redact = (text: string) => text.replaceAll(/\d/gu, '0');
 * await serve({ agent, record: recordInto('recordings', { redact }) }); // recordings/<session id>.jsonl
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option, or if the folder cannot be created
 */
export function recordInto(folder: string, options: RecordOptions = {}): FolderRecorder {
  const closing = new Set<Promise<unknown>>();
  const openFile: OpenSink = (session, failed) => {
    const { write, close, written } = createFileSink(join(folder, `${encodeURIComponent(session)}.jsonl`), failed);
    return {
      write,
      close: () => {
        closing.add(written);
        void written.then(() => closing.delete(written));
        close();
      },
    };
  };
  const recorder = createRecorder('recordInto', openFile, options);
  makeFolder(folder);
  return { ...recorder, written: async () => void (await Promise.all(closing)) };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `recordInto: expected a folder to write to, got "${folder}"`, { cause });
  }
}
