import { Observable } from 'rxjs';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { GrammarFault, Hearing } from './messages.ts';
import { session } from './session.ts';
import type { Client, Line, Thread } from './thread.ts';
import { startThread } from './thread.ts';

/** The engine in a thread of its own. */
export interface HearingHost {
  /** Hears a session; decoders are made from the subscription on. What fails is an event, but for what `speech` errors with. */
  transcribe(hearing: Hearing, speech: Observable<SttInput>): Observable<SttEvent>;
  /** Emits what is wrong with the grammar, empty if nothing, and completes. Errors with `provider_failed`. */
  verify(hearing: Hearing): Observable<readonly GrammarFault[]>;
}

/**
 * A host with at most one thread, however many sessions hear through it. It is started when first needed, keeps the process
 * alive only while an answer is owed, ends with the last session, and is replaced when it dies.
 */
export function hearingHost(specifier = 'soundswallower'): HearingHost {
  let thread: Thread | undefined;
  const connect = (client: Client): Line => {
    thread ??= startThread(specifier, (dead) => {
      if (thread === dead) thread = undefined;
    });
    return thread.connect(client);
  };
  const endIfIdle = (): void => {
    if (thread?.idle !== true) return;
    thread.end();
    thread = undefined;
  };
  return {
    transcribe: (hearing, speech) =>
      new Observable((subscriber) => {
        const open = session(connect, hearing, subscriber);
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
export const sharedHearingHost: HearingHost = hearingHost();

/** The thread stays, with the decoders it has made: verified settings are about to be used. */
function verify(connect: (client: Client) => Line, hearing: Hearing): Observable<readonly GrammarFault[]> {
  return new Observable((subscriber) => {
    const line = connect({
      answered: (answer) => {
        if (answer.kind !== 'verified') return;
        subscriber.next(answer.faults);
        subscriber.complete();
      },
      lost: (error) => subscriber.error(error),
    });
    line.tell({ kind: 'verify', hearing });
    line.owe(1);
    subscriber.add(() => line.hangUp());
  });
}
