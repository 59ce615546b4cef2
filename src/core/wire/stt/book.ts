import { msOfSamples } from '../../audio.ts';
import type { AudioFrame } from '../../audio.ts';
import type { AntiphonError } from '../../errors.ts';
import type { SttEvent, SttInput } from '../../ports.ts';
import { fixedPart, nothingCame, partSoFar, withInterim, withPiece } from './assembly.ts';
import type { Assembly } from './assembly.ts';
import type { SttAction } from './dialect.ts';
import { delayed } from './pieces.ts';
import type { Piece } from './pieces.ts';

/** A stretch of speech that is answered as a whole: up to a flush, or to its segment's end. */
export interface Utterance {
  readonly number: number;
  readonly segment: number;
  /** All of it so far: it may have to be told again. */
  readonly audio: readonly Int16Array[];
  /** The user has stopped, or the text so far is wanted. */
  readonly ended: boolean;
  /** Null: it is not settled. It is given when the utterance has ended, too. */
  readonly answer: SttEvent | null;
}

/** What a connection has understood of an utterance. */
export type SttNews = Extract<SttAction, { kind: 'interim' | 'piece' | 'done' }>;

interface Entry extends Utterance {
  audio: Int16Array[];
  ended: boolean;
  answer: SttEvent | null;
  /** Where its audio begins in that of its segment, in ms. */
  readonly fromMs: number;
  text: Assembly;
  /** The interim that was given last. */
  given: string;
}

/** The number of an utterance in which nothing was said: no connection is told of it. */
const UNTOLD = -1;

/** What was said, and what was understood of it, for one subscription. It knows no connection and no time. */
export class Book {
  /** All whose answer was not given, in order. */
  readonly #entries: Entry[] = [];
  /** The one that is being spoken. */
  #current: Entry | null = null;
  #numbers = 0;
  /** How much audio of the current segment has come, in ms. */
  #segmentMs = 0;

  /** In order. Only what has audio is ever unsettled. */
  get unsettled(): readonly Utterance[] {
    return this.#unsettled();
  }

  /** Whether an answer is still to be given. */
  get owes(): boolean {
    return this.#entries.some(({ ended }) => ended);
  }

  /** An utterance begins with its first audio; one without any is answered `empty`. */
  take(input: SttInput): void {
    if (input.kind === 'start') this.#segmentMs = 0;
    else if (input.kind === 'audio') this.#takeAudio(input.segment, input.frame);
    else this.#takeEnd(input.segment);
  }

  /** News of what is settled is dropped. */
  hear(news: SttNews): void {
    const entry = this.#find(news.utterance);
    if (entry === undefined) return;
    if (news.kind === 'interim') entry.text = withInterim(entry.text, news.text, news.details);
    else if (news.kind === 'piece') entry.text = withPiece(entry.text, news.text, news.details);
    else settle(entry, answerOf(entry, fixedPart(entry.text)));
  }

  /** Whether some of an unsettled utterance's text will not change. */
  hasPieces(utterance: number): boolean {
    const entry = this.#find(utterance);
    return entry !== undefined && fixedPart(entry.text).text !== '';
  }

  /** Nothing more is waited for: what has come of the utterance stands. */
  rest(utterance: number): void {
    const entry = this.#find(utterance);
    if (entry !== undefined) settle(entry, answerOf(entry, partSoFar(entry.text)));
  }

  fail(utterance: number, errorIn: (segment: number) => AntiphonError): void {
    const entry = this.#find(utterance);
    if (entry !== undefined) settle(entry, failureOf(entry.segment, errorIn));
  }

  failAll(errorIn: (segment: number) => AntiphonError): void {
    for (const entry of this.#unsettled()) settle(entry, failureOf(entry.segment, errorIn));
  }

  /** What has come of the unsettled is worth nothing: they will be told anew. */
  forget(): void {
    for (const entry of this.#unsettled()) entry.text = nothingCame;
  }

  /** Gives what is to be said next: answers in the order of the utterances, interims where no answer is due before. */
  next(): SttEvent | null {
    const [first] = this.#entries;
    if (first === undefined || !first.ended || first.answer === null) return this.#nextInterim();
    this.#entries.shift();
    return first.answer;
  }

  #takeAudio(segment: number, { samples, sampleRate }: AudioFrame): void {
    if (samples.length === 0) return;
    this.#current ??= this.#enter(this.#numbers++, segment);
    this.#segmentMs += msOfSamples(samples.length, sampleRate);
    if (this.#current.answer === null) this.#current.audio.push(samples);
  }

  #takeEnd(segment: number): void {
    const entry = this.#current ?? this.#enter(UNTOLD, segment);
    this.#current = null;
    entry.ended = true;
    if (entry.number === UNTOLD) settle(entry, { kind: 'empty', segment });
  }

  #enter(number: number, segment: number): Entry {
    const fromMs = this.#segmentMs;
    const entry: Entry = {
      number,
      segment,
      fromMs,
      audio: [],
      ended: false,
      answer: null,
      text: nothingCame,
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
      const { text, details } = partSoFar(entry.text);
      if (text === '' || text === entry.given) continue;
      entry.given = text;
      return { kind: 'interim', segment: entry.segment, text, ...delayed(details, entry.fromMs) };
    }
    return null;
  }
}

function settle(entry: Entry, answer: SttEvent): void {
  entry.answer = answer;
  entry.audio = [];
}

function answerOf({ segment, fromMs }: Entry, { text, details }: Piece): SttEvent {
  return text === '' ? { kind: 'empty', segment } : { kind: 'final', segment, text, ...delayed(details, fromMs) };
}

function failureOf(segment: number, errorIn: (segment: number) => AntiphonError): SttEvent {
  return { kind: 'failed', segment, error: errorIn(segment) };
}
