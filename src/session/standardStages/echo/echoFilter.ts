import type { Settlement, Transcript, VadEvent } from '../../../core/speech.ts';
import { countWords } from '../../../core/text.ts';
import { ECHO_WORDS, findEcho, MAX_DELAY_MS } from './findEcho.ts';
import type { PlayedWords } from './playedWords.ts';
import { timeWords, type UserWord } from './userWords.ts';
import { measureSegment, type SegmentVoice } from './segmentVoice.ts';

/** A segment whose transcripts are filtered. */
interface Segment {
  readonly voice: SegmentVoice;
  /** The words at the end of its finals that repeat the agent. Further words decide whether they are an echo. */
  readonly held: readonly UserWord[];
  /** The latest interim after the finals; null: none. */
  readonly interim: Interim | null;
  /** Scheduler time at which the words of its finals ended. */
  readonly finalsUntil: number;
  readonly hasEcho: boolean;
  readonly isSettled: boolean;
}

interface Interim {
  readonly transcript: Transcript;
  /** True once words of an interim after the finals were emitted. */
  readonly isShown: boolean;
}

/** The number of segments that are kept for late finals. */
const SEGMENTS_KEPT = 8;

/**
 * A filter that removes the agent's echo from transcripts. Holds back words that may become an echo until further
 * words, or the settlement of their segment, decide.
 */
export class EchoFilter {
  readonly #played: PlayedWords;
  readonly #reportEcho: (segment: number) => void;
  readonly #segments: Map<number, Segment> = new Map();

  constructor(played: PlayedWords, reportEcho: (segment: number) => void) {
    this.#played = played;
    this.#reportEcho = reportEcho;
  }

  addVoice(event: VadEvent, nowMs: number): void {
    if (event.kind === 'truncated') return;
    const before = this.#segments.get(event.segment);
    const voice = measureSegment(before?.voice, event, nowMs);
    if (voice === null) return;
    this.#segments.set(event.segment, before === undefined ? createSegment(voice) : { ...before, voice });
    this.#segments.delete(event.segment - SEGMENTS_KEPT);
  }

  /** Returns the events to emit for a transcript or a settlement. */
  filter(event: Transcript | Settlement): readonly (Transcript | Settlement)[] {
    const segment = this.#segments.get(event.segment);
    if (segment === undefined) return [event];
    if (event.kind === 'settled') return [...this.#settle(event, segment), event];
    if (countWords(event.text) === 0) return [event];
    return event.kind === 'interim' ? this.#addInterim(event, segment) : this.#addFinal(event, segment);
  }

  #addInterim(transcript: Transcript, segment: Segment): readonly Transcript[] {
    const shown = createTranscripts(transcript, this.#divide(transcript, segment).kept);
    const isShown = shown.length > 0 || segment.interim?.isShown === true;
    this.#segments.set(transcript.segment, { ...segment, interim: { transcript, isShown } });
    return shown;
  }

  #addFinal(final: Transcript, segment: Segment): readonly Transcript[] {
    const { kept, atEnd, hasEcho } = this.#divide(final, segment);
    const finalsUntil = segment.voice.voicedUntil;
    const after = { ...segment, held: atEnd, interim: null, finalsUntil, hasEcho: segment.hasEcho || hasEcho };
    this.#segments.set(final.segment, after);
    const shown = createTranscripts(final, kept, segment.interim);
    return segment.isSettled ? [...shown, ...this.#release(final.segment, after)] : shown;
  }

  #settle({ segment: number, by }: Settlement, segment: Segment): readonly Transcript[] {
    return this.#release(number, { ...segment, isSettled: segment.isSettled || by !== 'noise' });
  }

  /** Decides about held-back words when no further words follow. */
  #release(number: number, segment: Segment): readonly Transcript[] {
    const { interim, held, hasEcho } = segment;
    const last = interim === null ? withoutMore(held) : this.#divide(interim.transcript, segment);
    this.#segments.set(number, { ...segment, held: [], interim: null, hasEcho: false });
    if (hasEcho || last.hasEcho) this.#reportEcho(number);
    const transcript = interim?.transcript ?? ({ kind: 'final', segment: number, text: '' } as const);
    return createTranscripts(transcript, [...last.kept, ...withoutEcho(last.atEnd)], interim);
  }

  /** Divides a transcript, together with the words held back before it. */
  #divide(transcript: Transcript, { voice, held, finalsUntil }: Segment): Divided {
    const words = [...held, ...timeWords(transcript, voice, finalsUntil)];
    const first = words[0]?.endMs ?? 0;
    const { isEcho, repeatedAtEnd } = findEcho(words, this.#played.endingAfter(first - MAX_DELAY_MS));
    const end = words.length - repeatedAtEnd;
    return {
      kept: words.filter((_, at) => at < end && isEcho[at] !== true),
      atEnd: words.slice(end),
      hasEcho: isEcho.includes(true),
    };
  }
}

interface Divided {
  /** The words that are not an echo. */
  readonly kept: readonly UserWord[];
  /** The last words, if they repeat the agent. */
  readonly atEnd: readonly UserWord[];
  readonly hasEcho: boolean;
}

function createSegment(voice: SegmentVoice): Segment {
  return { voice, held: [], interim: null, finalsUntil: voice.voicedFrom, hasEcho: false, isSettled: false };
}

/** Divides held-back words when no words follow them. */
function withoutMore(held: readonly UserWord[]): Divided {
  return { kept: [], atEnd: held, hasEcho: false };
}

function withoutEcho(repeated: readonly UserWord[]): readonly UserWord[] {
  return repeated.length >= ECHO_WORDS ? [] : repeated;
}

/** Creates transcripts of the kept words. Without any, creates a blank final if it replaces emitted words. */
function createTranscripts(
  transcript: Transcript,
  kept: readonly UserWord[],
  replaced: Interim | null = null,
): readonly Transcript[] {
  const text = kept
    .map((word) => word.text)
    .join('')
    .trim();
  if (text !== '' && text === transcript.text.trim()) return [transcript];
  const words = kept.flatMap(({ source }, at) => (source && source !== kept[at - 1]?.source ? [source] : []));
  const details = transcript.words === undefined ? {} : { words };
  if (text !== '') return [{ ...transcript, ...details, text }];
  return replaced?.isShown === true ? [{ ...transcript, ...details, kind: 'final', text }] : [];
}
