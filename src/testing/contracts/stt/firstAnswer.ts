import { filter, firstValueFrom, tap, type Observable } from 'rxjs';
import type { SttEvent } from '../../../core/ports.ts';
import { withinTime } from '../assertions.ts';
import { isAnswer } from './collectTranscripts.ts';

/** Waits for the first answer of a session, then synchronously calls `last` and unsubscribes. */
export function firstAnswer(session: Observable<SttEvent>, last: () => void = () => {}): Promise<SttEvent> {
  return withinTime('an answer', firstValueFrom(session.pipe(filter(isAnswer), tap(last))));
}
