import type { InLine, Line, OutLine } from './format.ts';
import { CALL_DELTA_FIELDS, DELTA_FIELDS, REPEATED } from '../core/extraFields.ts';
import { isObject } from '../core/isObject.ts';
import { isText, isUnknownText } from './isText.ts';

/** A piece of a text that streams over several lines. */
export interface TextPiece {
  /** Key of the stream, shared by all of its lines. */
  readonly stream: string;
  /** `delta`: part of a text. `interim`, `final`: a transcript. */
  readonly kind: 'delta' | 'interim' | 'final';
  /** The segment of a transcript, or -1. */
  readonly segment: number;
  /** The object that holds the text, and the key it has there. */
  readonly holder: Readonly<Record<string, unknown>>;
  readonly key: string;
}

/** The streams that a line ends. */
export type StreamEnd =
  /** All streams whose key starts with the prefix. */
  | { readonly kind: 'streams'; readonly prefix: string }
  /** The user's turn is committed. */
  | { readonly kind: 'turn' }
  /** The recogniser found no words in a segment. */
  | { readonly kind: 'segment'; readonly segment: number };

/** Transcript streams: the recogniser's inputs and the transcript edge. */
export const SPEECH_IN = 'speech in';
export const SPEECH_OUT = 'speech out';

type Values = Readonly<Record<string, unknown>>;

/** Finds the texts in a line that belong to streams. */
export function findTextPieces(line: Line): readonly TextPiece[] {
  const v = 'v' in line ? line.v : undefined;
  if (!isObject(v)) return [];
  if ('in' in line) return inputPieces(line.in, v);
  if (!('out' in line)) return [];
  if (line.out === 'transcript') return transcriptPieces(SPEECH_OUT, v);
  if (v['kind'] !== 'text') return [];
  if (line.out === 'reply') return [delta(replyStream(v), v, 'delta')];
  return line.out === 'speech' ? [delta(utteranceStream(v), v, 'text')] : [];
}

function inputPieces(stream: string, v: Record<string, unknown>): readonly TextPiece[] {
  if (stream.startsWith('llm.')) return chunkPieces(stream, v);
  if (isTyped(stream, v)) return [{ ...textOf(v), stream: SPEECH_IN, kind: 'final', segment: -1 }];
  if (stream === 'model') return modelPieces(v);
  return stream === 'stt' ? transcriptPieces(SPEECH_IN, v) : [];
}

/** Finds the texts in an event of a speech model. The words of a turn have a segment of their own. */
function modelPieces(v: Record<string, unknown>): readonly TextPiece[] {
  if (v['kind'] === 'text') return [delta(modelStream(v), v, 'delta')];
  if (v['kind'] !== 'words') return [];
  const kind = v['final'] === true ? 'final' : 'interim';
  return [{ ...textOf(v), stream: SPEECH_IN, kind, segment: -2 - Number(v['turn']) }];
}

/** Returns whether a line has a text that the user typed or entered with keys. */
function isTyped(stream: string, v: Values): boolean {
  return stream === 'typed' || (stream.startsWith('entry.') && typeof v['text'] === 'string');
}

/** Finds the streams that a line ends. */
export function findStreamEnd(line: Line): StreamEnd | null {
  if ('in' in line) return endByInput(line);
  return 'out' in line ? endByOutput(line) : null;
}

function endByInput({ in: stream, v, end, error }: InLine): StreamEnd | null {
  if (stream.startsWith('llm.')) return end === true || error !== undefined ? streams(`${stream} `) : null;
  if (stream === 'model' && isObject(v) && v['kind'] === 'item_ended') return streams(modelStream(v));
  if (stream !== 'stt' || !isObject(v)) return null;
  const isWordless = v['kind'] === 'empty' || v['kind'] === 'failed';
  return isWordless ? { kind: 'segment', segment: Number(v['segment']) } : null;
}

function endByOutput({ out, v }: OutLine): StreamEnd | null {
  if (out === 'left') return streams(`${String(v)} `);
  if (out === 'userTurn') return { kind: 'turn' };
  if (!isObject(v)) return null;
  switch (`${out} ${String(v['kind'])}`) {
    case 'reply round':
      return streams(replyStream(v));
    case 'reply ended':
      return streams(`reply ${String(v['turn'])} `);
    case 'speech ended':
      return streams(utteranceStream(v));
    default:
      return null;
  }
}

function streams(prefix: string): StreamEnd {
  return { kind: 'streams', prefix };
}

function modelStream({ turn, item }: Values): string {
  return `model ${String(turn)} ${String(item)} `;
}

function replyStream({ turn, round }: Values): string {
  return `reply ${String(turn)} ${String(round)} `;
}

function utteranceStream({ utterance }: Values): string {
  return `utterance ${String(utterance)} `;
}

function transcriptPieces(stream: string, v: Record<string, unknown>): readonly TextPiece[] {
  const { kind, segment } = v;
  return kind === 'interim' || kind === 'final' ? [{ ...textOf(v), stream, kind, segment: Number(segment) }] : [];
}

function textOf(holder: Record<string, unknown>): Pick<TextPiece, 'holder' | 'key'> {
  return { holder, key: 'text' };
}

/** Finds all streamed texts in a chunk's deltas: content, arguments of calls, and unknown fields. */
function chunkPieces(stream: string, { choices }: Values): readonly TextPiece[] {
  if (!Array.isArray(choices)) return [];
  const pieces = choices.flatMap((choice: unknown) =>
    isObject(choice) && isObject(choice['delta']) ? deltaPieces(`${stream} `, choice['delta'], DELTA_FIELDS) : [],
  );
  return pieces.filter(({ key }) => !REPEATED.has(key));
}

function deltaPieces(path: string, holder: Values, known: ReadonlySet<string>): readonly TextPiece[] {
  const calls = holder['tool_calls'];
  return [
    ...Object.keys(holder).flatMap((key) =>
      known.has(key) && key !== 'tool_calls' ? leavesOf(path, holder, key, isText) : [],
    ),
    ...(Array.isArray(calls) ? calls.filter(isObject) : []).flatMap((call) =>
      deltaPieces(`${path}tool_calls ${indexOf(call) ?? '*'} `, call, CALL_DELTA_FIELDS),
    ),
    ...findUnknownTexts(path, holder, known),
  ];
}

/** Finds all texts in the unknown fields of an object. The elements of a list belong to one stream, unless they have an `index`. */
export function findUnknownTexts(path: string, holder: Values, known: ReadonlySet<string>): readonly TextPiece[] {
  return Object.keys(holder).flatMap((key) => (known.has(key) ? [] : leavesOf(path, holder, key, isUnknownText)));
}

type IsText = (key: string, holder: object) => boolean;

/** Finds all texts in a field. */
function leavesOf(path: string, holder: Values, key: string, isLeaf: IsText): readonly TextPiece[] {
  const value = holder[key];
  const below = `${path}${indexOf(value) ?? (Array.isArray(holder) ? '*' : key)} `;
  if (typeof value === 'string') return isLeaf(key, holder) ? [delta(below, holder, key)] : [];
  return isObject(value) ? Object.keys(value).flatMap((inner) => leavesOf(below, value, inner, isLeaf)) : [];
}

/** Returns the index of a list element in its stream. */
function indexOf(value: unknown): number | undefined {
  return isObject(value) && typeof value['index'] === 'number' ? value['index'] : undefined;
}

function delta(stream: string, holder: Values, key: string): TextPiece {
  return { stream, kind: 'delta', segment: -1, holder, key };
}
