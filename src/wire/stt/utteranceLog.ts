import { msOfSamples } from '../../core/audio.ts';
import type { AudioFrame } from '../../core/audio.ts';
import type { AntiphonError } from '../../core/errors.ts';
import type { SttEvent, SttInput } from '../../core/ports.ts';
import { finalText, emptyPiece, emptyTranscript, textSoFar, withInterim, withPiece } from './partialTranscript.ts';
import type { PartialTranscript } from './partialTranscript.ts';
import type { SttAction } from './dialect.ts';
import { LateFinals } from './lateFinals.ts';
import { shiftWords } from './transcriptPiece.ts';
import type { TranscriptPiece } from './transcriptPiece.ts';

/** A stretch of speech that is answered as a whole: up to a flush, or to its segment's end. */
export interface Utterance {
  readonly number: number;
  readonly segment: number;
  /** All of it so far: it may have to be told again. */
  readonly audio: readonly Int16Array[];
  /** The user has stopped, or the text so far is wanted. */
  readonly ended: boolean;
  /** Null: it is not settled. Given when the utterance has ended, too; an answer is the last of several events. */
  readonly answer: readonly SttEvent[] | null;
}

/** What a connection has understood of an utterance. */
export type SttResult = Extract<SttAction, { kind: 'interim' | 'piece' | 'done' }>;

interface Entry extends Utterance {
  audio: Int16Array[];
  ended: boolean;
  /** It was ended by a flush: its segment goes on. */
  flushed: boolean;
  answer: readonly SttEvent[] | null;
  /** Where its audio begins in that of its segment, in ms. */
  readonly fromMs: number;
  text: PartialTranscript;
  /** What connections had understood of it that were lost. */
  before: TranscriptPiece;
  /** It is told again because no answer came. */
  repeated: boolean;
  /** The interim that was given last. */
  given: string;
}

/** The number of an utterance in which nothing was said: no connection is told of it. */
const UNTOLD = -1;

/** What was said, and what was understood of it, for one subscription. It knows no connection and no time. */
export class UtteranceLog {
  /** All whose answer was not given, in order. */
  readonly #entries: Entry[] = [];
  /** The one that is being spoken. */
  #current: Entry | null = null;
  #numbers = 0;
  /** How much audio of the current segment has come, in ms. */
  #segmentMs = 0;
  readonly #late: LateFinals = new LateFinals();
  /** What is to be said before anything else. */
  readonly #due: SttEvent[] = [];

  /** In order. Only what has audio is ever unsettled. */
  get unsettled(): readonly Utterance[] {
    return this.#unsettled();
  }

  /** Whether an answer is still to be given. */
  get hasUnanswered(): boolean {
    return this.#entries.some(({ ended }) => ended);
  }

  /** An utterance begins with its first audio; one without any is answered `empty`. */
  add(input: SttInput): void {
    if (input.kind === 'start') this.#segmentMs = 0;
    else if (input.kind === 'audio') this.#takeAudio(input.segment, input.frame);
    else this.#takeEnd(input.segment, input.kind === 'flush');
  }

  /** News of what is settled is dropped, but for the answer to an utterance that was settled at its deadline. */
  apply(news: SttResult): void {
    const entry = this.#find(news.utterance);
    if (entry === undefined) return this.#hearLate(news);
    if (news.kind === 'interim') entry.text = withInterim(entry.text, news.text, news.details);
    else if (news.kind === 'piece') entry.text = withPiece(entry.text, news.text, news.details);
    else settle(entry, [answerOf(entry, finalText(entry.text))]);
  }

  /** Whether anything was understood of an unsettled utterance. */
  hasText(utterance: number): boolean {
    const entry = this.#find(utterance);
    return entry !== undefined && understood(entry).text !== '';
  }

  /** The utterance's deadline has passed: what has come of it stands for its text. */
  settleWithPartial(utterance: number): void {
    const entry = this.#find(utterance);
    if (entry === undefined) return;
    const { segment, text, flushed, fromMs } = entry;
    const answer = answerOf(entry, understood(entry));
    const isProvisional = answer.kind === 'final' && answer.text !== finalText(text).text;
    const isReplaceable = isProvisional && !flushed;
    settle(entry, [isReplaceable ? { ...answer, provisional: true } : answer]);
    if (isProvisional && flushed) return;
    const pieces = isProvisional ? 0 : text.pieces.length;
    this.#late.add({ utterance, segment, fromMs, text, pieces, provisional: isProvisional ? answer.text : '' });
  }

  /** Notes that the utterance is told again for want of an answer; false: it was before. */
  markResent(utterance: number): boolean {
    const entry = this.#find(utterance);
    if (entry === undefined || entry.repeated) return false;
    entry.repeated = true;
    return true;
  }

  fail(utterance: number, errorIn: (segment: number) => AntiphonError): void {
    const entry = this.#find(utterance);
    if (entry !== undefined) settle(entry, failureOf(entry, errorIn));
  }

  failAll(errorIn: (segment: number) => AntiphonError): void {
    for (const entry of this.#unsettled()) settle(entry, failureOf(entry, errorIn));
  }

  /** The unsettled will be told anew. What has come of them stands only where nothing comes of that. */
  resetUnsettled(): void {
    this.#late.clear();
    for (const entry of this.#unsettled()) {
      entry.before = understood(entry);
      entry.text = emptyTranscript;
    }
  }

  /** Gives what is to be said next: answers in the order of the utterances, interims where no answer is due before. */
  nextEvent(): SttEvent | null {
    const [first] = this.#entries;
    if (this.#due.length === 0 && first?.ended === true && first.answer !== null) {
      this.#entries.shift();
      this.#due.push(...first.answer);
    }
    return this.#due.shift() ?? this.#nextInterim();
  }

  #hearLate(news: SttResult): void {
    const final = this.#late.apply(news);
    if (final !== null) this.#due.push(final);
  }

  #takeAudio(segment: number, { samples, sampleRate }: AudioFrame): void {
    if (samples.length === 0) return;
    this.#current ??= this.#enter(this.#numbers++, segment);
    this.#segmentMs += msOfSamples(samples.length, sampleRate);
    if (this.#current.answer === null) this.#current.audio.push(samples);
  }

  #takeEnd(segment: number, flushed: boolean): void {
    const entry = this.#current ?? this.#enter(UNTOLD, segment);
    this.#current = null;
    entry.ended = true;
    entry.flushed = flushed;
    if (entry.number === UNTOLD) settle(entry, [{ kind: 'empty', segment }]);
  }

  #enter(number: number, segment: number): Entry {
    const told = { fromMs: this.#segmentMs, audio: [], ended: false, flushed: false, repeated: false };
    const entry: Entry = {
      number,
      segment,
      ...told,
      answer: null,
      text: emptyTranscript,
      before: emptyPiece,
      given: '',
    };
    this.#entries.push(entry);
    return entry;
  }

  #unsettled(): readonly Entry[] {
    return this.#entries.filter(({ answer }) => answer === null);
  }

  #find(utterance: number): Entry | undefined {
    return this.#unsettled().find(({ number }) => number === utterance);
  }

  #nextInterim(): SttEvent | null {
    const due = (entry: Entry): boolean =>
      entry.answer === null && this.#entries.find(({ segment }) => segment === entry.segment) === entry;
    for (const entry of this.#entries.filter(due)) {
      const { text, details } = textSoFar(entry.text);
      if (text === '' || text === entry.given) continue;
      entry.given = text;
      return { kind: 'interim', segment: entry.segment, text, ...shiftWords(details, entry.fromMs) };
    }
    return null;
  }
}

function settle(entry: Entry, answer: readonly SttEvent[]): void {
  entry.answer = answer;
  entry.audio = [];
}

function answerOf({ segment, fromMs }: Entry, { text, details }: TranscriptPiece): SttEvent {
  return text === '' ? { kind: 'empty', segment } : { kind: 'final', segment, text, ...shiftWords(details, fromMs) };
}

/** What was understood stands for the text that will not come. */
function failureOf(entry: Entry, errorIn: (segment: number) => AntiphonError): readonly SttEvent[] {
  const { segment, flushed } = entry;
  const answer = answerOf(entry, understood(entry));
  const failed: SttEvent = { kind: 'failed', segment, error: errorIn(segment) };
  if (answer.kind !== 'final') return [failed];
  return [{ ...answer, last: false, ...(!flushed && { provisional: true }) }, failed];
}

/** What came of it last, or on a connection that was lost, whichever is more. */
function understood({ text, before }: Entry): TranscriptPiece {
  const now = textSoFar(text);
  return now.text.length >= before.text.length ? now : before;
}
