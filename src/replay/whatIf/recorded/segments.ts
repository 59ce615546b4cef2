import { detectVoice, QUIET, type VoiceState } from '../../../core/voiceActivity.ts';
import { msOfSamples } from '../../../core/audio.ts';
import type { Head, Line } from '../../../record/format.ts';
import type { VadSettings } from '../../../session/config.ts';
import { draftsOf, type Draft, type SegmentEvent } from './segmentDrafts.ts';
import { allIn } from '../../lines.ts';
import { spreadWords, wordsOf, type WordBound, type Word } from './words.ts';

/** A segment with its transcripts. Windows are counted from 0; words, over the whole recording. */
export interface RecordedSegment {
  readonly segment: number;
  /** Its first voiced window, and the one at which it ended. */
  readonly from: number;
  readonly to: number;
  /** False: the recording ended within it. */
  readonly ended: boolean;
  readonly firstWord: number;
  readonly afterWords: number;
  /** Transcripts before the end, in order. */
  readonly transcripts: readonly RecordedTranscript[];
  /** The answer to the end; null: none. */
  readonly answer: SegmentAnswer | null;
  /** Finals after the answer. */
  readonly late: readonly Delivery[];
  /** From each flush to its answer, in ms. */
  readonly flushesMs: readonly number[];
}

export interface RecordedTranscript {
  readonly atMs: number;
  readonly kind: 'interim' | 'final';
  /** Word by word. */
  readonly texts: readonly string[];
  /** Index of its first word in the recording. */
  readonly firstWord: number;
}

/** A final: the recorded words up to one, so long after the end of their segment. */
export interface Delivery {
  readonly afterMs: number;
  readonly upTo: number;
}

export type SegmentAnswer =
  | (Delivery & { readonly kind: 'final' | 'empty' })
  | (Delivery & { readonly kind: 'failed'; readonly error: unknown });

export interface TranscribedSpeech {
  readonly segments: readonly RecordedSegment[];
  readonly words: readonly Word[];
}

/** Finds the segments of a recording, and assigns each word to the window in which it was said. */
export function segmentsOf(lines: readonly Line[], { ports }: Head, vad: VadSettings): TranscribedSpeech {
  const windowMs = msOfSamples(ports.vad.windowSamples, ports.vad.sampleRate);
  const scores = allIn(lines, 'vad').map(({ v }) => v);
  const voiced = voicedWindows(scores, { ...vad, windowMs });
  const words: Word[] = [];
  const segments = draftsOf(lines, windowMs).map((draft) => {
    const said = readSegment(draft, words.length);
    const { segment, from, to, transcribedTo, endedAt } = draft;
    const own = voiced.filter((window) => window >= from && window <= Math.min(to, transcribedTo));
    words.push(...spreadWords(said.texts, own.length > 0 ? own : [from], segment, said.bounds));
    return { segment, from, to, ended: endedAt < Number.POSITIVE_INFINITY, afterWords: words.length, ...said.timing };
  });
  return { segments, words };
}

function voicedWindows(
  scores: readonly number[],
  thresholds: VadSettings & { readonly windowMs: number },
): readonly number[] {
  let hearing: VoiceState = QUIET;
  return scores.flatMap((p, window) => {
    const decision = detectVoice(hearing, p, (window + 1) * thresholds.windowMs, thresholds);
    hearing = decision.state;
    return decision.voiced ? [window] : [];
  });
}

type SegmentTranscripts = Pick<RecordedSegment, 'firstWord' | 'transcripts' | 'answer' | 'late' | 'flushesMs'>;

interface SegmentWords {
  readonly texts: readonly string[];
  readonly bounds: readonly WordBound[];
  readonly timing: SegmentTranscripts;
}

/** Reads the events of one segment, in order. */
function readSegment({ events: said, endedAt }: Draft, firstWord: number): SegmentWords {
  const steps = stepsOf(said);
  const before = steps.filter(({ ended }) => !ended);
  const after = steps.filter(({ ended }) => ended);
  const settling = after.findIndex(({ event }) => settles(event));
  const delivered = ({ atMs, finals }: Step): Delivery => ({
    afterMs: atMs - endedAt,
    upTo: firstWord + finals.length,
  });
  const settled = after[settling];
  const late = settled === undefined ? [] : after.slice(settling + 1).filter(({ event }) => event.kind === 'final');
  const last = steps.at(-1);
  return {
    texts: last === undefined ? [] : [...last.finals, ...last.interim],
    bounds: steps.map(({ window, finals, interim }) => ({ window, words: finals.length + interim.length })),
    timing: {
      firstWord,
      transcripts: before.flatMap((step) => transcriptOf(step, firstWord)),
      answer: settled === undefined ? null : answerOf(settled.event, delivered(settled)),
      late: late.map(delivered),
      flushesMs: flushesOf(before),
    },
  };
}

/** The transcripts of a segment up to one event. */
interface Step extends SegmentEvent {
  readonly texts: readonly string[];
  /** The finals so far, word by word, and the latest interim that no final has replaced. */
  readonly finals: readonly string[];
  readonly interim: readonly string[];
}

function stepsOf(said: readonly SegmentEvent[]): readonly Step[] {
  let finals: readonly string[] = [];
  let interim: readonly string[] = [];
  return said.map((one) => {
    const { event } = one;
    const texts = 'text' in event ? wordsOf(event.text) : [];
    const isFinal = event.kind === 'final' && event.provisional !== true;
    if (isFinal) finals = [...finals, ...withTrailingSpace(texts)];
    if (isFinal) interim = [];
    else if (texts.length > 0) interim = texts;
    return { ...one, texts, finals, interim };
  });
}

function settles(event: SegmentEvent['event']): boolean {
  return event.kind === 'empty' || event.kind === 'failed' || (event.kind === 'final' && event.last !== false);
}

function answerOf(event: SegmentEvent['event'], delivery: Delivery): SegmentAnswer {
  if (event.kind === 'failed') return { kind: 'failed', error: event.error, ...delivery };
  return { kind: event.kind === 'final' ? 'final' : 'empty', ...delivery };
}

function transcriptOf({ atMs, event, texts, finals }: Step, firstWord: number): readonly RecordedTranscript[] {
  if (event.kind !== 'final' && event.kind !== 'interim') return [];
  const first = firstWord + finals.length - (event.kind === 'final' ? texts.length : 0);
  return [{ atMs, kind: event.kind, texts, firstWord: first }];
}

function flushesOf(before: readonly Step[]): readonly number[] {
  const flushed = before.filter(({ event }) => event.kind === 'flush');
  const answered = before.filter(({ event }) => settles(event));
  return flushed.flatMap(({ atMs }, n) => {
    const answer = answered[n];
    return answer === undefined ? [] : [answer.atMs - atMs];
  });
}

/** Ends a final with a space, which separates it from the next. */
function withTrailingSpace(texts: readonly string[]): readonly string[] {
  return texts.map((text, n) => (n === texts.length - 1 && !/\s$/u.test(text) ? `${text} ` : text));
}
