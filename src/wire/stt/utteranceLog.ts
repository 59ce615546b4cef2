import { msOfSamples, type AudioFrame } from '../../core/audio.ts';
import type { AntiphonError } from '../../core/errors.ts';
import type { SttEvent, SttInput } from '../../core/ports.ts';
import { addFinal, noText, piecesOf, replaceInterim } from '../../core/segmentText.ts';
import type { SttResult } from './dialect.ts';
import { LateFinals } from './lateFinals.ts';
import { joinPieces, shiftWords, type DetailedText, type UtteranceText } from './transcriptPiece.ts';

/** A stretch of speech that is answered as a whole: up to a flush or to the end of its segment. */
export interface Utterance {
  readonly number: number;
  readonly segment: number;
  /** The audio so far, kept because it may have to be sent again. */
  readonly audio: readonly Int16Array[];
  /** True once the user has stopped or the text so far has been requested. */
  readonly ended: boolean;
  /** True if it ended because the turn is over. */
  readonly over: boolean;
  /**
   * The answer, or null until it is settled. It is emitted once the utterance has also ended; its last event is the
   * answer.
   */
  readonly answer: readonly SttEvent[] | null;
}

interface Entry extends Utterance {
  audio: Int16Array[];
  ended: boolean;
  over: boolean;
  /** True if a flush ended it and its segment continues. */
  flushed: boolean;
  answer: readonly SttEvent[] | null;
  /** Start of its audio within its segment's audio, in ms. */
  readonly fromMs: number;
  text: UtteranceText;
  /** The longest text from lost connections. */
  before: DetailedText;
  /** True if it is sent again because no answer arrived. */
  resent: boolean;
  /** The most recently emitted interim. */
  emitted: string;
}

/** The number of an utterance without audio, which is never sent. */
const NEVER_SENT = -1;

/**
 * The utterances of one subscription and their transcripts, until they are answered. Knows no connections and no time.
 */
export class UtteranceLog {
  /** Utterances whose answer has not been emitted, in order. */
  readonly #entries: Entry[] = [];
  /** The utterance being spoken. */
  #current: Entry | null = null;
  #numbers = 0;
  /** Duration of the current segment's audio so far, in ms. */
  #segmentMs = 0;
  readonly #late: LateFinals = new LateFinals();
  /** Events to emit before any others. */
  readonly #due: SttEvent[] = [];

  /** The unsettled utterances, in order. All of them have audio. */
  get unsettled(): readonly Utterance[] {
    return this.#unsettled();
  }

  /** True while an answer remains to be emitted. */
  get hasUnanswered(): boolean {
    return this.#entries.some(({ ended }) => ended);
  }

  /** Adds speech. An utterance begins with its first audio; an utterance without audio is answered `empty`. */
  add(input: SttInput): void {
    if (input.kind === 'start') this.#segmentMs = 0;
    else if (input.kind === 'audio') this.#addAudio(input.segment, input.frame);
    else this.#addEnd(input);
  }

  /** Adds a result. Drops results of settled utterances, except the answer to one that was settled at its deadline. */
  apply(result: SttResult): void {
    const entry = this.#find(result.utterance);
    if (entry === undefined) this.#due.push(...this.#late.apply(result));
    else if (result.kind === 'interim') entry.text = replaceInterim(entry.text, result);
    else if (result.kind === 'piece') entry.text = addFinal(entry.text, result);
    else if (result.kind === 'turn') this.#addTurn(entry, result);
    else settle(entry, [answerFrom(entry, joinPieces(entry.text.finals))]);
  }

  /** Returns whether the utterance has text; false once it is settled. */
  hasText(utterance: number): boolean {
    const entry = this.#find(utterance);
    return entry !== undefined && bestText(entry).text !== '';
  }

  /** Settles the utterance at its deadline with the text so far. */
  settleWithPartial(utterance: number): void {
    const entry = this.#find(utterance);
    if (entry === undefined) return;
    const { segment, text, flushed, fromMs } = entry;
    const answer = answerFrom(entry, bestText(entry));
    const isProvisional = answer.kind === 'final' && answer.text !== joinPieces(text.finals).text;
    const isReplaceable = isProvisional && !flushed;
    settle(entry, [isReplaceable ? { ...answer, provisional: true } : answer]);
    if (isProvisional && flushed) return;
    const pieces = isProvisional ? 0 : text.finals.length;
    this.#late.add({ utterance, segment, fromMs, text, pieces, provisional: isProvisional ? answer.text : '' });
  }

  /** Marks the utterance as sent again because no answer arrived. Returns false if it was already marked. */
  markResent(utterance: number): boolean {
    const entry = this.#find(utterance);
    if (entry === undefined || entry.resent) return false;
    entry.resent = true;
    return true;
  }

  fail(utterance: number, errorIn: (segment: number) => AntiphonError): void {
    const entry = this.#find(utterance);
    if (entry !== undefined) settle(entry, failureAnswer(entry, errorIn));
  }

  /** Prepares for a new connection. The text so far is used only if the new connection yields less. */
  resetUnsettled(): void {
    this.#late.clear();
    for (const entry of this.#unsettled()) {
      entry.before = bestText(entry);
      entry.text = noText;
    }
  }

  /** Takes the next event: answers in the order of the utterances, and interims if no answer is due before them. */
  nextEvent(): SttEvent | null {
    const [first] = this.#entries;
    if (this.#due.length === 0 && first?.ended === true && first.answer !== null) {
      this.#entries.shift();
      this.#due.push(...first.answer);
    }
    return this.#due.shift() ?? this.#nextInterim();
  }

  #addAudio(segment: number, { samples, sampleRate }: AudioFrame): void {
    if (samples.length === 0) return;
    this.#current ??= this.#create(this.#numbers++, segment);
    this.#segmentMs += msOfSamples(samples.length, sampleRate);
    if (this.#current.answer === null) this.#current.audio.push(samples);
  }

  /** Adds the finding after the words so far. For an utterance that has ended, it comes too late. */
  #addTurn({ segment, fromMs, ended }: Entry, { state, confidence, atMs }: Extract<SttResult, { kind: 'turn' }>): void {
    if (ended) return;
    const words = this.#nextInterim();
    if (words !== null) this.#due.push(words);
    this.#due.push({
      kind: 'turn',
      segment,
      state,
      ...(confidence !== undefined && { confidence }),
      ...(atMs !== undefined && { atMs: Math.round(fromMs + atMs) }),
    });
  }

  #addEnd(input: Extract<SttInput, { kind: 'flush' | 'end' }>): void {
    const { kind, segment } = input;
    const entry = this.#current ?? this.#create(NEVER_SENT, segment);
    this.#current = null;
    entry.ended = true;
    entry.over = kind === 'end' && input.over === true;
    entry.flushed = kind === 'flush';
    if (entry.number === NEVER_SENT) settle(entry, [{ kind: 'empty', segment }]);
  }

  #create(number: number, segment: number): Entry {
    const state = { audio: [], ended: false, over: false, flushed: false, resent: false, answer: null };
    const texts = { text: noText, before: joinPieces([]), emitted: '' };
    const entry: Entry = { number, segment, fromMs: this.#segmentMs, ...state, ...texts };
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
      const { text, details } = joinPieces(piecesOf(entry.text));
      if (text === '' || text === entry.emitted) continue;
      entry.emitted = text;
      return { kind: 'interim', segment: entry.segment, text, ...shiftWords(details, entry.fromMs) };
    }
    return null;
  }
}

function settle(entry: Entry, answer: readonly SttEvent[]): void {
  entry.answer = answer;
  entry.audio = [];
}

function answerFrom({ segment, fromMs }: Entry, { text, details }: DetailedText): SttEvent {
  return text === '' ? { kind: 'empty', segment } : { kind: 'final', segment, text, ...shiftWords(details, fromMs) };
}

/** Creates the answer of a failed utterance: the text so far as a provisional final, if any, and the error. */
function failureAnswer(entry: Entry, errorIn: (segment: number) => AntiphonError): readonly SttEvent[] {
  const { segment, flushed } = entry;
  const answer = answerFrom(entry, bestText(entry));
  const failed: SttEvent = { kind: 'failed', segment, error: errorIn(segment) };
  if (answer.kind !== 'final') return [failed];
  return [{ ...answer, last: false, ...(!flushed && { provisional: true }) }, failed];
}

/** Returns the longer of its current text and its text from lost connections. */
function bestText({ text, before }: Entry): DetailedText {
  const now = joinPieces(piecesOf(text));
  return now.text.length >= before.text.length ? now : before;
}
