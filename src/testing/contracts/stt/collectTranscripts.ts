import { concat, concatMap, defer, EMPTY, merge, of, Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../../core/ports.ts';
import { withinTime } from '../contract.ts';

/** What a session brought. */
export interface CollectedTranscripts {
  readonly events: readonly SttEvent[];
  /** What flushes and ends were answered with. */
  readonly answers: readonly SttEvent[];
  /** The words of a segment's finals, in lower case, without punctuation, one space between. */
  readonly words: (segment: number) => string;
}

/** All that a session brings, once it has completed. */
export function collectTranscripts(session: Observable<SttEvent>, ms?: number): Promise<CollectedTranscripts> {
  const events: SttEvent[] = [];
  const completed = new Promise<CollectedTranscripts>((resolve, reject) => {
    session.subscribe({
      next: (event) => events.push(event),
      error: reject,
      complete: () => resolve(gathered(events)),
    });
  });
  return withinTime('that the session completes', completed, { came: () => events, ...(ms !== undefined && { ms }) });
}

/** A session that is told each segment when the one before was answered, and then that there is no more. */
export function transcribeInTurn(stt: SpeechToText, segments: readonly (readonly SttInput[])[]): Observable<SttEvent> {
  return defer(() => {
    const speech = new Subject<SttInput>();
    const left = [...segments];
    const goOn = defer(() => {
      const next = left.shift();
      if (next === undefined) speech.complete();
      else sendAll(speech, next);
      return EMPTY;
    });
    const events = stt.transcribe(speech);
    return merge(events.pipe(concatMap((event) => concat(of(event), isAnswer(event) ? goOn : EMPTY))), goOn);
  });
}

export function sendAll(speech: Subject<SttInput>, inputs: readonly SttInput[]): void {
  for (const input of inputs) speech.next(input);
}

/** Whether `event` is what a flush or an end is owed. */
export function isAnswer(event: SttEvent): boolean {
  return event.kind === 'final' ? event.last !== false : event.kind === 'empty' || event.kind === 'failed';
}

/** How words are compared. */
export function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
}

function gathered(events: readonly SttEvent[]): CollectedTranscripts {
  const finals = (segment: number): readonly string[] =>
    events.flatMap((event) => (event.kind === 'final' && event.segment === segment ? [event.text] : []));
  return { events, answers: events.filter(isAnswer), words: (segment) => wordsOf(finals(segment).join(' ')) };
}
