import { Observable } from 'rxjs';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { GrammarFault, RecognitionSettings } from './messages.ts';
import { createHostSession } from './hostSession.ts';
import { startThread, type ThreadClient, type ThreadConnection, type Thread } from './thread.ts';

/** The engine, in a thread of its own. */
export interface SttHost {
  /** Transcribes a session. Decoders are created at subscription. Failures are events; errors of `speech` pass through. */
  transcribe(hearing: RecognitionSettings, speech: Observable<SttInput>): Observable<SttEvent>;
  /** Emits the faults of the grammar and completes. Errors with `provider_failed`. */
  verify(hearing: RecognitionSettings): Observable<readonly GrammarFault[]>;
}

/**
 * Creates a host with at most one thread for all its sessions. The thread starts when it is needed, keeps the process alive
 * only while an answer is pending, ends with the last session, and is replaced after a failure.
 */
export function createSttHost(specifier = 'soundswallower'): SttHost {
  let thread: Thread | undefined;
  const connect = (client: ThreadClient): ThreadConnection => {
    thread ??= startThread(specifier, (dead) => {
      if (thread === dead) thread = undefined;
    });
    return thread.connect(client);
  };
  const endIfIdle = (): void => {
    if (thread?.isIdle !== true) return;
    thread.end();
    thread = undefined;
  };
  return {
    transcribe: (hearing, speech) =>
      new Observable((subscriber) => {
        const open = createHostSession(connect, hearing, subscriber);
        subscriber.add(() => {
          open.close();
          endIfIdle();
        });
        subscriber.add(speech.subscribe(open));
      }),
    verify: (hearing) => verify(connect, hearing),
  };
}

/** The host that all sessions of this process share. */
export const sharedSttHost: SttHost = createSttHost();

/** Verifies a grammar. The thread and its decoders stay, because verified settings are about to be used. */
function verify(
  connect: (client: ThreadClient) => ThreadConnection,
  hearing: RecognitionSettings,
): Observable<readonly GrammarFault[]> {
  return new Observable((subscriber) => {
    const line = connect({
      onAnswer: (answer) => {
        if (answer.kind !== 'verified') return;
        subscriber.next(answer.faults);
        subscriber.complete();
      },
      onLost: (error) => subscriber.error(error),
    });
    line.postMessage({ kind: 'verify', hearing });
    line.addPending(1);
    subscriber.add(() => line.disconnect());
  });
}
