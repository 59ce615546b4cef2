import type { SocketFrame } from '../../src/core/wire/socket.ts';
import type { SttAction } from '../../src/core/wire/stt/dialect.ts';
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
  interim: string;
  done: boolean;
}

/** A final that ends this close before an utterance's end has all of it, in seconds. */
const SLACK = 0.1;

/**
 * Deepgram's results name no utterance, but the audio they speak of, and it may come late, in several finals, or not at
 * all. So each result goes to the utterance in whose span of the audio it lies; one that lies in two is divided by its
 * words. An utterance that has ended is done at the first of: the answer to its end; a final that covers it; a result for
 * an utterance after it. An interim that was never confirmed counts as its last piece: an empty final after good interims
 * does not swallow what the user said.
 */
export function spansAt(sampleRate: number): Spans {
  let spans: readonly Span[] = [];
  let samples = 0;
  const now = (): number => samples / sampleRate;
  const begin = (utterance: number): void => {
    spans = [...spans, { utterance, from: now(), to: Infinity, covered: -Infinity, interim: '', done: false }];
  };
  const end = (ask: SocketFrame): readonly SttAction[] => {
    const last = spans.at(-1);
    if (last === undefined) return [];
    last.to = now();
    if (last.from < last.to) return [{ kind: 'send', frame: ask }, ...settledIfCovered(last)];
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
      const text = shares.get(span);
      const actions = text === undefined ? [] : noted(span, text, heard);
      return index <= over ? [...actions, ...settled(span)] : actions;
    });
  };
  return { begin, sent: (more) => void (samples += more), end, hear };
}

/** What the result says of each utterance. What lies in one that is over is nobody's. */
function sharesOf(heard: Heard, spans: readonly Span[]): ReadonlyMap<Span, string> {
  const owner = heard.forced ? spans.find(({ to }) => to < Infinity && to >= heard.end - SLACK) : ownerOf(heard, spans);
  if (owner === undefined) return new Map();
  const within = heard.start >= owner.from - SLACK && heard.end <= owner.to + SLACK;
  if (within || heard.words.every((word) => ownerOf(word, spans) === owner)) return new Map([[owner, heard.text]]);
  const shares = spans.map((span) => [span, wordsWithin(span, heard, spans)] as const);
  return new Map(shares.filter(([span, text]) => text !== '' || span === owner));
}

function wordsWithin(span: Span, { words }: Heard, spans: readonly Span[]): string {
  const own = words.filter((word) => ownerOf(word, spans) === span);
  return own.map(({ text }) => text).join(' ');
}

/** In whose span most of it lies. */
function ownerOf({ start, end }: Pick<Heard, 'start' | 'end'>, spans: readonly Span[]): Span | undefined {
  const shared = ({ from, to }: Span): number => Math.min(end, to) - Math.max(start, from);
  const within = spans.filter((span) => shared(span) > 0 || (start === end && shared(span) === 0));
  return within.toSorted((a, b) => shared(b) - shared(a))[0];
}

function noted(span: Span, text: string, { end, final }: Heard): readonly SttAction[] {
  const { utterance } = span;
  if (span.done || (text === '' && span.interim !== '')) return [];
  if (!final) {
    span.interim = text;
    return text === '' ? [] : [{ kind: 'interim', utterance, text }];
  }
  span.interim = '';
  span.covered = Math.max(span.covered, end);
  const piece: readonly SttAction[] = text === '' ? [] : [{ kind: 'piece', utterance, text }];
  return [...piece, ...settledIfCovered(span)];
}

function settledIfCovered(span: Span): readonly SttAction[] {
  return span.interim === '' && span.covered >= span.to - SLACK ? settled(span) : [];
}

function settled(span: Span): readonly SttAction[] {
  const { utterance, interim: text } = span;
  if (span.done) return [];
  span.done = true;
  const rest: readonly SttAction[] = text === '' ? [] : [{ kind: 'piece', utterance, text }];
  return [...rest, { kind: 'done', utterance }];
}
