import {
  concat,
  concatMap,
  defer,
  EMPTY,
  from,
  merge,
  of,
  Subject,
  filter,
  firstValueFrom,
  tap,
  type Observable,
} from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../../core/ports.ts';
import { assertEqual, withinTime } from '../assertions.ts';
import { SEGMENT_TEXTS } from './segments.ts';

export interface CollectedTranscripts {
  readonly events: readonly SttEvent[];
  /** The answers to flushes and ends. */
  readonly answers: readonly SttEvent[];
  /** Returns the words of a segment's finals, in lower case, without punctuation, separated by one space. */
  readonly words: (segment: number) => string;
}

/** Collects the events of a session until it completes. Calls `each` after each event. */
export async function collectTranscripts(
  session: Observable<SttEvent>,
  { each = () => {}, ms }: { readonly each?: (event: SttEvent) => void; readonly ms?: number | undefined } = {},
): Promise<CollectedTranscripts> {
  const events: SttEvent[] = [];
  const completed = session.forEach((event) => {
    events.push(event);
    each(event);
  });
  await withinTime('that the session completes', completed, () => events, ms);
  const finals = (segment: number): readonly string[] =>
    events.flatMap((event) => (event.kind === 'final' && event.segment === segment ? [event.text] : []));
  return { events, answers: events.filter(isAnswer), words: (segment) => normalize(finals(segment).join(' ')) };
}

/** Transcribes inputs that arrive all at once. */
export function transcribe(stt: SpeechToText, inputs: readonly SttInput[], ms?: number): Promise<CollectedTranscripts> {
  return collectTranscripts(stt.transcribe(from(inputs)), { ms });
}

/** Transcribes segments, sending each one after the previous one was answered. */
export function transcribeInTurn(
  stt: SpeechToText,
  segments: readonly (readonly SttInput[])[],
): Promise<CollectedTranscripts> {
  const speech = new Subject<SttInput>();
  const left = [...segments];
  const sendNext = defer(() => {
    const next = left.shift();
    if (next === undefined) speech.complete();
    else sendAll(speech, next);
    return EMPTY;
  });
  const events = stt.transcribe(speech);
  const following = concatMap((event: SttEvent) => concat(of(event), isAnswer(event) ? sendNext : EMPTY));
  return collectTranscripts(merge(events.pipe(following), sendNext));
}

/** Waits for the first answer of a session, then synchronously calls `last` and unsubscribes. */
export function firstAnswer(session: Observable<SttEvent>, last: () => void = () => {}): Promise<SttEvent> {
  return withinTime('an answer', firstValueFrom(session.pipe(filter(isAnswer), tap(last))));
}

export function sendAll(speech: Subject<SttInput>, inputs: readonly SttInput[]): void {
  for (const input of inputs) speech.next(input);
}

/**
 * Fails unless these segments have their words and, if `answered` is given, that many flushes and ends were answered.
 */
export function assertWords(
  { answers, words }: CollectedTranscripts,
  segments: readonly number[],
  answered: number = answers.length,
): void {
  const [actual, expected] = [segments.map(words), segments.map((segment) => SEGMENT_TEXTS[segment])];
  if (segments.length === 1) assertEqual('the words', actual[0], expected[0]);
  else assertEqual('the words', actual, expected);
  assertEqual('the answers', answers.length, answered);
}

/** Returns whether `event` answers a flush or an end. */
export function isAnswer(event: SttEvent): boolean {
  return event.kind === 'final' ? event.last !== false : event.kind === 'empty' || event.kind === 'failed';
}

/** Normalises words for comparison. */
export function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
}
