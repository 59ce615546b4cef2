import type { TranscriptDetails } from '../../src/core/speech.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SttAction } from '../../src/wire/stt/dialect.ts';
import { partDetails } from './details.ts';
import type { Heard } from './results.ts';

/** Which stretch of a connection's audio belongs to which utterance. */
export interface Spans {
  /** From here on, audio is the utterance's. */
  begin(utterance: number): void;
  /** So many samples were sent. */
  sent(samples: number): void;
  /** The utterance under way ends: `ask` asks for its text, unless it had no audio. */
  end(ask: SocketFrame): readonly SttAction[];
  /** What a result means for the utterances in whose audio it lies. */
  hear(heard: Heard): readonly SttAction[];
}

interface Span {
  readonly utterance: number;
  /** In seconds of the connection's audio. */
  readonly from: number;
  /** Infinity while the utterance goes on. */
  to: number;
  /** Up to where finals have come. */
  covered: number;
  /** What no final has confirmed or replaced yet. */
  interim: Share;
  done: boolean;
}

/** What a result says of one utterance. */
interface Share {
  readonly text: string;
  readonly details: TranscriptDetails;
}

const nothing: Share = { text: '', details: {} };

/** How far the ends that Deepgram gives may lie beyond those of the audio, in seconds. */
const TOLERANCE = 0.1;

/**
 * Deepgram's results name no utterance, but the audio they speak of, and it may come late, in several finals, or not at
 * all. So each result goes to the utterance in whose span of the audio it lies; one that lies in two is divided by its
 * words. An utterance that has ended is done at the first of: the answer to its end; a final that covers it; a result for
 * an utterance after it. An interim that was never confirmed counts as its last piece: an empty final after good interims
 * does not swallow what the user said.
 *
 * @param slackS a final that ends this close before an utterance's end has all of it, in seconds
 */
export function spansAt(sampleRate: number, slackS: number): Spans {
  let spans: readonly Span[] = [];
  let samples = 0;
  const now = (): number => samples / sampleRate;
  const begin = (utterance: number): void => {
    const from = now();
    spans = [...spans, { utterance, from, to: Infinity, covered: -Infinity, interim: nothing, done: false }];
  };
  const end = (ask: SocketFrame): readonly SttAction[] => {
    const last = spans.at(-1);
    if (last === undefined) return [];
    last.to = now();
    if (last.from < last.to) return [{ kind: 'send', frame: ask }, ...settledIfCovered(last, slackS)];
    spans = spans.slice(0, -1);
    return settled(last);
  };
  const hear = (heard: Heard): readonly SttAction[] => {
    const shares = sharesOf(heard, spans);
    const last = spans.findLastIndex((span) => shares.has(span));
    const latest = spans[last];
    if (latest === undefined) return [];
    const over = heard.forced && latest.to < Infinity ? last : last - 1;
    const touched = spans.slice(0, last + 1);
    spans = spans.slice(over + 1);
    return touched.flatMap((span, index) => {
      const share = shares.get(span);
      const actions = share === undefined ? [] : noted(span, share, heard, slackS);
      return index <= over ? [...actions, ...settled(span)] : actions;
    });
  };
  return { begin, sent: (more) => void (samples += more), end, hear };
}

/** What the result says of each utterance. What lies in one that is over is nobody's. */
function sharesOf(heard: Heard, spans: readonly Span[]): ReadonlyMap<Span, Share> {
  const owner = heard.forced
    ? spans.find(({ to }) => to < Infinity && to >= heard.end - TOLERANCE)
    : ownerOf(heard, spans);
  if (owner === undefined) return new Map();
  const within = heard.start >= owner.from - TOLERANCE && heard.end <= owner.to + TOLERANCE;
  if (within || heard.words.every((word) => ownerOf(word, spans) === owner)) {
    const details = partDetails(heard, heard.words, owner.from);
    return new Map([[owner, { text: heard.text, details }]]);
  }
  const shares = spans.map((span) => [span, wordsWithin(span, heard, spans)] as const);
  return new Map(shares.filter(([span, { text }]) => text !== '' || span === owner));
}

function wordsWithin(span: Span, heard: Heard, spans: readonly Span[]): Share {
  const own = heard.words.filter((word) => ownerOf(word, spans) === span);
  return { text: own.map(({ text }) => text).join(' '), details: partDetails(heard, own, span.from) };
}

/** In whose span most of it lies. */
function ownerOf({ start, end }: Pick<Heard, 'start' | 'end'>, spans: readonly Span[]): Span | undefined {
  const shared = ({ from, to }: Span): number => Math.min(end, to) - Math.max(start, from);
  const within = spans.filter((span) => shared(span) > 0 || (start === end && shared(span) === 0));
  return within.toSorted((a, b) => shared(b) - shared(a))[0];
}

function noted(span: Span, share: Share, { end, final }: Heard, slackS: number): readonly SttAction[] {
  const { utterance } = span;
  if (span.done || (share.text === '' && span.interim.text !== '')) return [];
  if (!final) {
    span.interim = share;
    return share.text === '' ? [] : [{ kind: 'interim', utterance, ...share }];
  }
  span.interim = nothing;
  span.covered = Math.max(span.covered, end);
  const piece: readonly SttAction[] = share.text === '' ? [] : [{ kind: 'piece', utterance, ...share }];
  return [...piece, ...settledIfCovered(span, slackS)];
}

function settledIfCovered(span: Span, slackS: number): readonly SttAction[] {
  return span.interim.text === '' && span.covered >= span.to - slackS ? settled(span) : [];
}

function settled(span: Span): readonly SttAction[] {
  const { utterance, interim } = span;
  if (span.done) return [];
  span.done = true;
  const rest: readonly SttAction[] = interim.text === '' ? [] : [{ kind: 'piece', utterance, ...interim }];
  return [...rest, { kind: 'done', utterance }];
}
