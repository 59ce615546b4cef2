import { msOfSamples } from '../../../core/audio.ts';
import type { Line, WrittenError, WrittenTtsEvent } from '../../../record/format.ts';
import type { Timed } from '../fromTimes.ts';
import { valueOut } from '../../lines.ts';
import { sum } from '../../../core/sum.ts';

/** One utterance. Times are relative to its first text. */
export interface RecordedUtterance {
  readonly turn: number;
  /** The whole text that was sent to TTS. */
  readonly text: string;
  readonly events: readonly UtteranceEvent[];
  readonly end: UtteranceEnd;
}

export interface UtteranceEvent extends Timed {
  readonly event: WrittenTtsEvent;
  /** Length of the text that TTS had by then, in UTF-16 code units. */
  readonly given: number;
}

/** `cut`: it was unsubscribed from before its end. `stalled`: it stopped emitting. */
export type UtteranceEnd =
  | (Timed & { readonly kind: 'complete' | 'cut' | 'stalled' })
  | (Timed & { readonly kind: 'failed'; readonly error: WrittenError });

/** The pace of texts that are not in the recording. */
export interface TtsPace {
  /** From the first text to the first audio, in ms. */
  readonly firstByteMs: number;
  /** Audio per UTF-16 code unit, in ms. */
  readonly msPerChar: number;
}

/** The utterances of a recording, in order. */
export function utterancesOf(lines: readonly Line[]): readonly RecordedUtterance[] {
  const drafts: Draft[] = [];
  let ahead: Ahead | null = null;
  for (const line of lines) {
    const speech = valueOut(line, 'speech');
    if (speech?.kind === 'started') {
      drafts.push(createDraft(speech, ahead));
      ahead = null;
    }
    const opened = valueOut(line, 'opened');
    if (opened?.startsWith('tts.') === true && !takeStream(drafts.at(-1), opened))
      ahead = { stream: opened, openedAt: line.t, events: [] };
    const stream = valueOut(line, 'left') ?? ('in' in line ? line.in : undefined);
    if (ahead !== null && ahead.stream === stream) ahead = addAhead(ahead, line);
    const draft = drafts.findLast((one) => one.stream === stream || one.utterance === speech?.utterance);
    if (draft !== undefined) applyLine(draft, line);
  }
  return drafts.filter(({ text }) => text !== '');
}

/** A stream of TTS for an answer that is asked for ahead: it has no utterance yet. Times are relative to its opening. */
interface Ahead {
  readonly stream: string;
  readonly openedAt: number;
  readonly events: readonly UtteranceEvent[];
}

/** Adds what TTS has brought ahead; null: it was discarded. */
function addAhead(ahead: Ahead, line: Line): Ahead | null {
  if (!('in' in line) || line.v === undefined) return null;
  const event: UtteranceEvent = { atMs: line.t - ahead.openedAt, event: line.v as WrittenTtsEvent, given: 0 };
  return { ...ahead, events: [...ahead.events, event] };
}

/** Gives the latest utterance a stream, if it has none or its own was discarded. Returns whether it did. */
function takeStream(draft: Draft | undefined, stream: string): boolean {
  if (draft === undefined || draft.isOver || (draft.stream !== null && !draft.isLeft)) return false;
  draft.stream = stream;
  draft.isLeft = false;
  draft.events.length = 0;
  draft.end = { kind: 'cut', atMs: 0 };
  return true;
}

/** Measures the average pace; without audio, usual figures. */
export function paceOf(utterances: readonly RecordedUtterance[]): TtsPace {
  const firsts = utterances.flatMap(({ events }) => events.find(({ event }) => event.kind === 'audio')?.atMs ?? []);
  const marked = utterances.map(markedOf);
  const chars = sum(marked.map((one) => one.chars));
  return {
    firstByteMs: median(firsts) ?? USUAL_PACE.firstByteMs,
    msPerChar: chars > 0 ? sum(marked.map((one) => one.audioMs)) / chars : USUAL_PACE.msPerChar,
  };
}

const USUAL_PACE: TtsPace = { firstByteMs: 200, msPerChar: 60 };

interface Draft {
  stream: string | null;
  isLeft: boolean;
  /** True once the utterance has ended. */
  isOver: boolean;
  readonly utterance: string;
  readonly turn: number;
  text: string;
  firstTextAt: number | null;
  readonly events: UtteranceEvent[];
  end: UtteranceEnd;
}

/** Each utterance has its own TTS stream, which may have been opened ahead of it. */
function createDraft({ utterance, turn }: Pick<Draft, 'utterance' | 'turn'>, ahead: Ahead | null): Draft {
  const end = { kind: 'cut', atMs: 0 } as const;
  const stream = { stream: ahead?.stream ?? null, isLeft: false, isOver: false, events: [...(ahead?.events ?? [])] };
  return { ...stream, utterance, turn, text: '', firstTextAt: null, end };
}

function applyLine(draft: Draft, line: Line): void {
  const speech = valueOut(line, 'speech');
  if (speech?.kind === 'ended') draft.isOver = true;
  if (valueOut(line, 'left') === draft.stream) draft.isLeft = true;
  if ('in' in line) addLine(draft, line);
  else if (speech?.kind === 'text') {
    draft.firstTextAt ??= line.t;
    draft.text += speech.text;
  } else if (speech === undefined || speech.kind === 'ended') endDraft(draft, line.t, speech);
}

function addLine(draft: Draft, { t, v, error, end }: Extract<Line, { in: string }>): void {
  const atMs = sinceText(draft, t);
  if (error !== undefined) draft.end = { kind: 'failed', atMs, error };
  else if (end) draft.end = { kind: 'complete', atMs };
  else if (v !== undefined) draft.events.push({ atMs, event: v as WrittenTtsEvent, given: draft.text.length });
}

/** Ends an utterance. A failure without an error is a stall. */
function endDraft(draft: Draft, t: number, ended: { readonly reason?: string } | undefined): void {
  const { kind } = draft.end;
  if (kind !== 'cut' && kind !== 'stalled') return;
  const isStalled = kind === 'stalled' || ended?.reason === 'failed';
  draft.end = { kind: isStalled ? 'stalled' : 'cut', atMs: sinceText(draft, t) };
}

function sinceText({ firstTextAt }: Draft, t: number): number {
  return t - (firstTextAt ?? t);
}

/** The characters up to the last mark, and the length of their audio. */
function markedOf({ events }: RecordedUtterance): { readonly chars: number; readonly audioMs: number } {
  const at = events.findLastIndex(({ event }) => event.kind === 'mark');
  const mark = events[at]?.event;
  return { chars: mark?.kind === 'mark' ? mark.chars : 0, audioMs: audioMsOf(events.slice(0, Math.max(at, 0))) };
}

/** The length of the events' audio, in ms. */
export function audioMsOf(events: readonly UtteranceEvent[]): number {
  return sum(events.map(({ event }) => (event.kind === 'audio' ? msOfSamples(event.samples, event.rate) : 0)));
}

/** The median; of an even number of values the upper one. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
