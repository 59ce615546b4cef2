import { concat, filter, firstValueFrom, from, NEVER } from 'rxjs';
import type { SpeechToText, SttInput } from '../../../src/core/ports.ts';
import type { FakeServer } from '../kit/fake.ts';

/** Sends `speech` to the recogniser, in a session that goes on, until the server has found the violation. */
export async function waitForFault(
  server: FakeServer,
  recogniser: SpeechToText,
  speech: readonly SttInput[],
  fault: string,
): Promise<void> {
  const found = firstValueFrom(server.violation.pipe(filter((what) => what.includes(fault))));
  const session = recogniser.transcribe(concat(from(speech), NEVER)).subscribe({ error: () => {} });
  try {
    await found;
  } finally {
    session.unsubscribe();
  }
}
