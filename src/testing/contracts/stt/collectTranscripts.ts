import { concat, concatMap, defer, EMPTY, merge, of, Subject, type Observable } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../../core/ports.ts';
import { withinTime } from '../contract.ts';

/** The events of a session. */
export interface CollectedTranscripts {
  readonly events: readonly SttEvent[];
  /** The answers to flushes and ends. */
  readonly answers: readonly SttEvent[];
  /** The words of a segment's finals, in lower case, without punctuation, one space between. */
  readonly words: (segment: number) => string;
}

/** Collects the events of a session until it completes. */
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

/** Runs a session that gets each segment when the one before was answered; then its input completes. */
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

/** Whether `event` answers a flush or an end. */
export function isAnswer(event: SttEvent): boolean {
  return event.kind === 'final' ? event.last !== false : event.kind === 'empty' || event.kind === 'failed';
}

/** Normalises words for comparison. */
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
