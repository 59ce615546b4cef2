import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordInto, type Recorder } from 'antiphon/record';
import { serveStudio, type RunningStudio } from 'antiphon/studio';

/** The recordings of the demo, and Studio for them. */
export interface Recordings {
  readonly record: Recorder;
  /** Returns the address at which Studio shows a session, once its recording is on disk. */
  readonly studio: (session: string) => Promise<string>;
}

/**
 * Records each session with its audio into the folder RECORD, or into one that is deleted when the process ends. Studio
 * starts when somebody asks for it.
 */
export function createRecordings({ RECORD = '' }: NodeJS.ProcessEnv): Recordings {
  const folder = RECORD === '' ? createTemporaryFolder() : RECORD;
  const recorder = recordInto(folder, { audio: true, agentAudio: true });
  let running: Promise<RunningStudio> | undefined;
  return {
    record: recorder,
    studio: async (session) => {
      await recorder.written();
      running ??= serveStudio(folder);
      return (await running).urlOf(`${encodeURIComponent(session)}.jsonl`);
    },
  };
}

function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
