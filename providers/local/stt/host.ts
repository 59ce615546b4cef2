import { filter, map, Observable } from 'rxjs';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import { EngineHost } from '../../../src/wire/engine/engineHost.ts';
import { startThread } from '../../../src/wire/engine/startThread.ts';
import { openSttSession } from '../../../src/wire/engine/sttSession.ts';
import type { WorkerData } from '../workerData.ts';
import type { GrammarFault } from './grammarBounds.ts';
import type { RecognitionSettings, SttAnswer, SttCommand } from './messages.ts';

/** The engine, in its own thread. */
export interface SttHost {
  /**
   * Transcribes a session. Decoders are created at subscription. Failures are events; errors of `speech` pass through.
   */
  transcribe(settings: RecognitionSettings, speech: Observable<SttInput>): Observable<SttEvent>;
  /** Emits the faults of the grammar and completes. Errors with `provider_failed`. */
  verify(settings: RecognitionSettings): Observable<readonly GrammarFault[]>;
}

/**
 * Creates a host with at most one thread for all its sessions. The thread keeps the process alive only while an answer
 * is pending, and ends with the last session. It stays after `verify`, because verified settings are about to be used.
 */
export function createSttHost(specifier = 'soundswallower'): SttHost {
  const thread = new EngineHost<SttCommand, SttAnswer>({
    start: startThread('#local-stt-worker', { specifier } satisfies WorkerData),
    title: 'the thread of the local STT',
    provider: 'local',
  });
  return {
    transcribe: (settings, speech) =>
      new Observable((subscriber) => {
        const connect = thread.connect.bind(thread);
        const session = openSttSession({ provider: 'local', settings, connect, listener: subscriber });
        subscriber.add(() => {
          session.close();
          thread.endIfIdle();
        });
        subscriber.add(speech.subscribe(session));
      }),
    verify: (settings) =>
      thread.request({ kind: 'verify', settings }).pipe(
        filter((answer) => answer.kind === 'verified'),
        map(({ faults }) => faults),
      ),
  };
}

/** The host shared by all sessions of this process. */
export const sharedSttHost: SttHost = createSttHost();
