import type { TranscriptDetails } from '../../src/core/speech.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SttAction } from '../../src/wire/stt/dialect.ts';
import { createDetails } from './details.ts';
import type { ListenResult } from './results.ts';

/** Which stretch of a connection's audio belongs to which utterance. */
export interface UtteranceSpans {
  /** From here on, audio is the utterance's. */
  begin(utterance: number): void;
  /** So many samples were sent. */
  addSamples(samples: number): void;
  /** The utterance under way ends: `finalize` asks for its text, unless it had no audio. */
  end(finalize: SocketFrame): readonly SttAction[];
  /** What a result means for the utterances in whose audio it lies. */
  addResult(result: ListenResult): readonly SttAction[];
}

interface UtteranceSpan {
  readonly utterance: number;
  /** In seconds of the connection's audio. */
  readonly from: number;
  /** Infinity while the utterance goes on. */
  to: number;
  /** Up to where finals have come. */
  finalToS: number;
  /** What no final has confirmed or replaced yet. */
  interim: SpanText;
  done: boolean;
}

/** What a result says of one utterance. */
interface SpanText {
  readonly text: string;
  readonly details: TranscriptDetails;
}

const EMPTY: SpanText = { text: '', details: {} };

/** How far the ends that Deepgram gives may lie beyond those of the audio, in seconds. */
const TOLERANCE = 0.1;

/**
 * Deepgram's results name no utterance, but the audio they speak of, and it may come late, in several finals, or not at
 * all. So each result goes to the utterance in whose span of the audio it lies; one that lies in two is divided by its
 * words. An utterance that has ended is done at the first of: the answer to its end; a final that covers it; a result for
 * an utterance after it. An interim that was never confirmed counts as its last piece: an empty final after good interims
 * does not swallow what the user said.
 *
 * @param endToleranceS a final that ends this close before an utterance's end has all of it, in seconds
 */
export function createUtteranceSpans(sampleRate: number, endToleranceS: number): UtteranceSpans {
  let spans: readonly UtteranceSpan[] = [];
  let samples = 0;
  const now = (): number => samples / sampleRate;
  const begin = (utterance: number): void => {
    const from = now();
    spans = [...spans, { utterance, from, to: Infinity, finalToS: -Infinity, interim: EMPTY, done: false }];
  };
  const end = (finalize: SocketFrame): readonly SttAction[] => {
    const last = spans.at(-1);
    if (last === undefined) return [];
    last.to = now();
    if (last.from < last.to) return [{ kind: 'send', frame: finalize }, ...settleIfCovered(last, endToleranceS)];
    spans = spans.slice(0, -1);
    return settle(last);
  };
  const addResult = (result: ListenResult): readonly SttAction[] => {
    const texts = splitResult(result, spans);
    const last = spans.findLastIndex((span) => texts.has(span));
    const latest = spans[last];
    if (latest === undefined) return [];
    const lastDone = result.isRequested && latest.to < Infinity ? last : last - 1;
    const touched = spans.slice(0, last + 1);
    spans = spans.slice(lastDone + 1);
    return touched.flatMap((span, index) => {
      const text = texts.get(span);
      const actions = text === undefined ? [] : applyText(span, text, result, endToleranceS);
      return index <= lastDone ? [...actions, ...settle(span)] : actions;
    });
  };
  return { begin, addSamples: (more) => void (samples += more), end, addResult };
}

/** What the result says of each utterance. What lies in one that is over is nobody's. */
function splitResult(result: ListenResult, spans: readonly UtteranceSpan[]): ReadonlyMap<UtteranceSpan, SpanText> {
  const owner = result.isRequested
    ? spans.find(({ to }) => to < Infinity && to >= result.end - TOLERANCE)
    : findOwner(result, spans);
  if (owner === undefined) return new Map();
  const within = result.start >= owner.from - TOLERANCE && result.end <= owner.to + TOLERANCE;
  if (within || result.words.every((word) => findOwner(word, spans) === owner)) {
    const details = createDetails(result, result.words, owner.from);
    return new Map([[owner, { text: result.text, details }]]);
  }
  const texts = spans.map((span) => [span, selectWords(span, result, spans)] as const);
  return new Map(texts.filter(([span, { text }]) => text !== '' || span === owner));
}

function selectWords(span: UtteranceSpan, result: ListenResult, spans: readonly UtteranceSpan[]): SpanText {
  const own = result.words.filter((word) => findOwner(word, spans) === span);
  return { text: own.map(({ text }) => text).join(' '), details: createDetails(result, own, span.from) };
}

/** In whose span most of it lies. */
function findOwner(
  { start, end }: Pick<ListenResult, 'start' | 'end'>,
  spans: readonly UtteranceSpan[],
): UtteranceSpan | undefined {
  const shared = ({ from, to }: UtteranceSpan): number => Math.min(end, to) - Math.max(start, from);
  const within = spans.filter((span) => shared(span) > 0 || (start === end && shared(span) === 0));
  return within.toSorted((a, b) => shared(b) - shared(a))[0];
}

function applyText(
  span: UtteranceSpan,
  text: SpanText,
  { end, isFinal }: ListenResult,
  endToleranceS: number,
): readonly SttAction[] {
  const { utterance } = span;
  if (span.done || (text.text === '' && span.interim.text !== '')) return [];
  if (!isFinal) {
    span.interim = text;
    return text.text === '' ? [] : [{ kind: 'interim', utterance, ...text }];
  }
  span.interim = EMPTY;
  span.finalToS = Math.max(span.finalToS, end);
  const piece: readonly SttAction[] = text.text === '' ? [] : [{ kind: 'piece', utterance, ...text }];
  return [...piece, ...settleIfCovered(span, endToleranceS)];
}

function settleIfCovered(span: UtteranceSpan, endToleranceS: number): readonly SttAction[] {
  return span.interim.text === '' && span.finalToS >= span.to - endToleranceS ? settle(span) : [];
}

function settle(span: UtteranceSpan): readonly SttAction[] {
  const { utterance, interim } = span;
  if (span.done) return [];
  span.done = true;
  const rest: readonly SttAction[] = interim.text === '' ? [] : [{ kind: 'piece', utterance, ...interim }];
  return [...rest, { kind: 'done', utterance }];
}
