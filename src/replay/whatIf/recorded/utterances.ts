import { msOfSamples } from '../../../core/audio.ts';
import type { Line, WrittenError, WrittenTtsEvent } from '../../../record/format.ts';
import type { SpeechEvent } from '../../../core/turn.ts';
import type { Timed } from '../fromTimes.ts';
import { valueOut } from '../../lines.ts';
import { sum } from '../../../core/sum.ts';
import type { Speaker } from './speakers.ts';

/** An utterance. Times are relative to its first text. */
export interface RecordedUtterance extends Pick<Speaker, 'voice'> {
  readonly turn: number;
  /** The complete text sent to TTS. */
  readonly text: string;
  readonly events: readonly UtteranceEvent[];
  readonly end: UtteranceEnd;
}

export interface UtteranceEvent extends Timed {
  readonly event: WrittenTtsEvent;
  /** Length of the text that TTS had received by then, in UTF-16 code units. */
  readonly given: number;
}

/** `cut`: it was unsubscribed from before its end. `stalled`: it stopped emitting. */
export type UtteranceEnd =
  | (Timed & { readonly kind: 'complete' | 'cut' | 'stalled' })
  | (Timed & { readonly kind: 'failed'; readonly error: WrittenError });

/** The pace of texts that are not in the recording. */
export interface TtsPace {
  /** Time from the first text to the first audio, in ms. */
  readonly firstByteMs: number;
  /** Duration of audio per UTF-16 code unit, in ms. */
  readonly msPerChar: number;
}

/**
 * Returns a recording's utterances in order. An utterance with a filler counts as several, because each part has its
 * own stream.
 */
export function utterancesOf(
  lines: readonly Line[],
  speakerAt: (line: number) => Speaker,
): readonly RecordedUtterance[] {
  const partials: PartialUtterance[] = [];
  let ahead: Ahead | null = null;
  for (const [n, line] of lines.entries()) {
    const speech = valueOut(line, 'speech');
    if (speech?.kind === 'started') {
      partials.push(createPartialUtterance({ ...speech, ...speakerAt(n) }, ahead));
      ahead = null;
    }
    const opened = valueOut(line, 'opened');
    if (opened?.startsWith('tts.') === true && !openPart(partials, opened, line.t))
      ahead = { stream: opened, openedAt: line.t, events: [] };
    const stream = valueOut(line, 'left') ?? ('in' in line ? line.in : undefined);
    if (ahead !== null && ahead.stream === stream) ahead = addAhead(ahead, line);
    if (speech !== undefined) applySpeech(partials, speech, line);
    else
      partials
        .filter((one) => one.stream === stream)
        .slice(-1)
        .forEach((partial) => applyLine(partial, line));
  }
  return partials.filter(({ text }) => text !== '');
}

function applySpeech(partials: readonly PartialUtterance[], speech: WrittenSpeech, line: Line): void {
  const own = partials.filter(({ utterance }) => utterance === speech.utterance);
  if (speech.kind === 'text') addText(own, speech, line.t);
  else for (const partial of own) applyLine(partial, line);
}

type WrittenSpeech = NonNullable<ReturnType<typeof valueOut<'speech'>>>;

/** Assigns a stream to the latest utterance or to a further part of it. Returns whether it did. */
function openPart(partials: PartialUtterance[], stream: string, t: number): boolean {
  if (takeStream(partials.at(-1), stream, t)) return true;
  const part = createPart(partials.at(-1), stream, t);
  if (part !== null) partials.push(part);
  return part !== null;
}

/** A TTS stream for an answer requested ahead, which has no utterance yet. Times are relative to its opening. */
interface Ahead {
  readonly stream: string;
  readonly openedAt: number;
  readonly events: readonly UtteranceEvent[];
}

/** Adds the TTS output received ahead. Returns null if the stream was discarded. */
function addAhead(ahead: Ahead, line: Line): Ahead | null {
  if (!('in' in line) || line.v === undefined) return null;
  const event: UtteranceEvent = { atMs: line.t - ahead.openedAt, event: line.v as WrittenTtsEvent, given: 0 };
  return { ...ahead, events: [...ahead.events, event] };
}

/** Assigns a stream to the latest utterance if it has none or its own was discarded. Returns whether it did. */
function takeStream(partial: PartialUtterance | undefined, stream: string, t: number): boolean {
  if (partial === undefined || partial.isOver || (partial.stream !== null && !partial.isLeft)) return false;
  if (partial.isFiller === true) return false;
  partial.stream = stream;
  partial.isLeft = false;
  partial.events.length = 0;
  partial.end = { kind: 'cut', atMs: 0 };
  partial.openedAt = t;
  return true;
}

/** Creates a further part of a continuing utterance, or returns null if there is none. */
function createPart(partial: PartialUtterance | undefined, stream: string, t: number): PartialUtterance | null {
  if (partial === undefined || partial.isOver) return null;
  return { ...createPartialUtterance(partial, null), stream, openedAt: t, firstTextAt: t };
}

/** Measures the average pace of each voice. A voice without audio gets the pace of the others, or the usual pace. */
export function pacesOf(utterances: readonly RecordedUtterance[], voices: number): readonly TtsPace[] {
  const all = paceOf(utterances);
  return Array.from({ length: voices }, (_, n) =>
    paceOf(
      utterances.filter(({ voice }) => voice === n),
      all,
    ),
  );
}

/** Measures the average pace across all voices. */
export function paceOf(utterances: readonly RecordedUtterance[], usual: TtsPace = USUAL_PACE): TtsPace {
  const firsts = utterances.flatMap(({ events }) => events.find(({ event }) => event.kind === 'audio')?.atMs ?? []);
  const marked = utterances.map(markedOf);
  const chars = sum(marked.map((one) => one.chars));
  return {
    firstByteMs: median(firsts) ?? usual.firstByteMs,
    msPerChar: chars > 0 ? sum(marked.map((one) => one.audioMs)) / chars : usual.msPerChar,
  };
}

const USUAL_PACE: TtsPace = { firstByteMs: 200, msPerChar: 60 };

interface PartialUtterance {
  stream: string | null;
  isLeft: boolean;
  /** True once the utterance has ended. */
  isOver: boolean;
  readonly utterance: string;
  readonly turn: number;
  readonly voice: number;
  /** Undefined until it has text. */
  isFiller: boolean | undefined;
  text: string;
  /** Time at which its stream opened. A filler's text becomes known later than TTS gets it. */
  openedAt: number | null;
  firstTextAt: number | null;
  readonly events: UtteranceEvent[];
  end: UtteranceEnd;
}

/** Adds text to the part of the utterance of its kind, or to the next one unless that was abandoned. */
function addText(parts: readonly PartialUtterance[], { text, filler }: SpokenText, t: number): void {
  const isOfFiller = filler === true;
  const latest = parts.findLastIndex(({ isFiller }) => isFiller !== undefined);
  const next = parts.find((part, n) => n > latest && (n === 0 || !part.isLeft));
  const part = parts[latest]?.isFiller === isOfFiller ? parts[latest] : (next ?? parts[latest]);
  if (part === undefined) return;
  part.isFiller ??= isOfFiller;
  part.firstTextAt ??= (isOfFiller ? part.openedAt : null) ?? t;
  part.text += text;
}

type SpokenText = Pick<Extract<SpeechEvent, { kind: 'text' }>, 'text' | 'filler'>;

/** Creates a partial. Each utterance has its own TTS stream, which may have been opened ahead of it. */
function createPartialUtterance(
  { utterance, turn, voice }: Pick<PartialUtterance, 'utterance' | 'turn' | 'voice'>,
  ahead: Ahead | null,
): PartialUtterance {
  const end = { kind: 'cut', atMs: 0 } as const;
  const stream = { stream: ahead?.stream ?? null, isLeft: false, isOver: false, events: [...(ahead?.events ?? [])] };
  return { ...stream, utterance, turn, voice, isFiller: undefined, text: '', openedAt: null, firstTextAt: null, end };
}

function applyLine(partial: PartialUtterance, line: Line): void {
  const speech = valueOut(line, 'speech');
  if (speech?.kind === 'ended') partial.isOver = true;
  if (valueOut(line, 'left') === partial.stream) partial.isLeft = true;
  if ('in' in line) addLine(partial, line);
  else if (speech === undefined || speech.kind === 'ended') endPartialUtterance(partial, line.t, speech);
}

function addLine(partial: PartialUtterance, { t, v, error, end }: Extract<Line, { in: string }>): void {
  const atMs = sinceText(partial, t);
  if (error !== undefined) partial.end = { kind: 'failed', atMs, error };
  else if (end) partial.end = { kind: 'complete', atMs };
  else if (v !== undefined) partial.events.push({ atMs, event: v as WrittenTtsEvent, given: partial.text.length });
}

/** Ends an utterance. A failure without an error counts as a stall. */
function endPartialUtterance(
  partial: PartialUtterance,
  t: number,
  ended: { readonly reason?: string } | undefined,
): void {
  const { kind } = partial.end;
  if (kind !== 'cut' && kind !== 'stalled') return;
  const isStalled = kind === 'stalled' || ended?.reason === 'failed';
  partial.end = { kind: isStalled ? 'stalled' : 'cut', atMs: sinceText(partial, t) };
}

function sinceText({ firstTextAt, openedAt }: PartialUtterance, t: number): number {
  return t - (firstTextAt ?? openedAt ?? t);
}

/** Returns the number of characters up to the last mark, and the length of their audio. */
function markedOf({ events }: RecordedUtterance): { readonly chars: number; readonly audioMs: number } {
  const at = events.findLastIndex(({ event }) => event.kind === 'mark');
  const mark = events[at]?.event;
  return { chars: mark?.kind === 'mark' ? mark.chars : 0, audioMs: audioMsOf(events.slice(0, Math.max(at, 0))) };
}

/** Returns the length of the events' audio, in ms. */
export function audioMsOf(events: readonly UtteranceEvent[]): number {
  return sum(events.map(({ event }) => (event.kind === 'audio' ? msOfSamples(event.samples, event.rate) : 0)));
}

/** Returns the median. For an even number of values, returns the upper of the two middle ones. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
