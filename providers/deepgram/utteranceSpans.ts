import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SttAction } from '../../src/wire/stt/dialect.ts';
import type { ListenResult } from './results.ts';
import { splitResult, type Span, type SpanText } from './splitResult.ts';

/** The mapping from a connection's audio to utterances. */
export interface UtteranceSpans {
  /** Assigns the audio from here on to the utterance. */
  begin(utterance: number): void;
  /** Counts samples sent. */
  addSamples(samples: number): void;
  /**
   * Ends the current utterance. Sends `finalize` for its text, unless the utterance had no audio, or its turn is `over`
   * and Deepgram has found that as well. In the latter case Deepgram has ended the turn and does not answer `finalize`.
   */
  end(finalize: SocketFrame, over: boolean): readonly SttAction[];
  /** Applies a result to the utterances whose audio it covers. */
  addResult(result: ListenResult): readonly SttAction[];
}

interface UtteranceSpan extends Span {
  readonly utterance: number;
  /** End of the last final, in seconds. */
  finalToS: number;
  /** The last final with text. */
  lastFinal: Pick<ListenResult, 'start' | 'end'> | null;
  /** The text that no final has confirmed or replaced yet. */
  interim: SpanText;
  /** True if Deepgram has ended the turn of its words and no further words have arrived. */
  turnOver: boolean;
  done: boolean;
}

const EMPTY: SpanText = { text: '', details: {} };

/**
 * Length of audio after the last final that cannot contain unreported words once a turn is over, in seconds. Deepgram
 * reports every 0.25 s.
 */
const UNREPORTED_S = 1.5;

/**
 * Creates the mapping. Deepgram's results name a time range, not an utterance, and may arrive late, in several finals,
 * or not at all. Each result goes to the utterance whose span contains it; a result that spans two utterances is
 * divided by its words. An ended utterance is done at the first of: the answer to its `finalize`; a final that covers
 * it; a result for a later utterance. An unconfirmed interim counts as its last piece, so that an empty final after
 * good interims loses no text. A final for exactly the same stretch as the previous one is a repeat and adds no text.
 *
 * @param endToleranceS a final that ends at most this long before an utterance's end covers it, in seconds
 */
export function createUtteranceSpans(sampleRate: number, endToleranceS: number): UtteranceSpans {
  let spans: readonly UtteranceSpan[] = [];
  let samples = 0;
  const now = (): number => samples / sampleRate;
  const begin = (utterance: number): void => {
    const from = now();
    spans = [
      ...spans,
      {
        utterance,
        from,
        to: Infinity,
        finalToS: -Infinity,
        lastFinal: null,
        interim: EMPTY,
        turnOver: false,
        done: false,
      },
    ];
  };
  const end = (finalize: SocketFrame, over: boolean): readonly SttAction[] => {
    const last = spans.at(-1);
    if (last === undefined) return [];
    last.to = now();
    if (over && last.turnOver && last.to - last.finalToS <= UNREPORTED_S) return settle(last);
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
      const found = [...actions, ...(span === latest ? applyTurn(span, result) : [])];
      return index <= lastDone ? [...found, ...settle(span)] : found;
    });
  };
  return { begin, addSamples: (more) => void (samples += more), end, addResult };
}

function applyText(
  span: UtteranceSpan,
  text: SpanText,
  { start, end, isFinal }: ListenResult,
  endToleranceS: number,
): readonly SttAction[] {
  const { utterance } = span;
  if (span.done || (text.text === '' && span.interim.text !== '')) return [];
  if (!isFinal) {
    span.interim = text;
    span.turnOver = false;
    return text.text === '' ? [] : [{ kind: 'interim', utterance, ...text }];
  }
  const isRepeat = span.lastFinal?.start === start && span.lastFinal.end === end;
  span.interim = EMPTY;
  span.finalToS = Math.max(span.finalToS, end);
  if (text.text !== '') span.lastFinal = { start, end };
  const piece: readonly SttAction[] = text.text === '' || isRepeat ? [] : [{ kind: 'piece', utterance, ...text }];
  return [...piece, ...settleIfCovered(span, endToleranceS)];
}

/** Records and returns the finding about the turn. Ignores an end before the utterance's first words. */
function applyTurn(span: UtteranceSpan, { end, text, turn }: ListenResult): readonly SttAction[] {
  if (turn === undefined || span.done) return [];
  const { utterance, from } = span;
  if (turn.state === 'end') {
    span.turnOver = text !== '' || (span.turnOver && span.interim.text === '');
    if (!span.turnOver) return [];
  }
  const { state, confidence } = turn;
  return [{ kind: 'turn', utterance, state, confidence: confidence ?? undefined, atMs: (end - from) * 1000 }];
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
