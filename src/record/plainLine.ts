import { isObject } from '../core/isObject.ts';

/**
 * Returns whether a line is one of the frequent lines of a recording and certainly valid, because the schemas take a
 * hundred times as long. The schemas decide about every other line, and describe the faults.
 */
export function isPlainLine(line: unknown): boolean {
  if (!isObject(line) || !isWithin(line['t'], MAX_TIME_MS)) return false;
  for (const key in line) if (!isPlainField(key, line[key])) return false;
  return 'in' in line ? !('out' in line) && isPlainInput(line) : !('end' in line) && isPlainOutput(line);
}

function isPlainInput({ in: stream, v, end }: Readonly<Record<string, unknown>>): boolean {
  if (typeof stream !== 'string') return false;
  return end === undefined ? VALUES.get(stream.split('.')[0] ?? '')?.(v) === true : v === undefined;
}

function isPlainOutput({ out, v }: Readonly<Record<string, unknown>>): boolean {
  return typeof out === 'string' && OUTPUTS.get(out)?.(v) === true;
}

/** Longest session, in ms. */
const MAX_TIME_MS = 604_800_000;
const MAX_SAMPLES = 1_920_000;
const MAX_RATE = 192_000;
const MAX_COUNT = Number.MAX_SAFE_INTEGER;
const REPORTS: ReadonlySet<unknown> = new Set(['started', 'position', 'finished', 'cleared']);
const COMMANDS: ReadonlySet<unknown> = new Set(['start', 'end', 'clear']);

function isPlainField(key: string, value: unknown): boolean {
  if (key === 't' || key === 'in' || key === 'out' || key === 'v') return true;
  if (key === 'after') return isCount(value, MAX_COUNT);
  if (key === 'joined' || key === 'end') return value === true;
  if (key === 'check') return isCheck(value);
  return key === 'due' && isWithin(value, MAX_TIME_MS);
}

type Check = (value: unknown) => boolean;

const VALUES: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['audio', (value) => isAudio(value)],
  ['vad', (value) => isWithin(value, 1)],
  ['report', (value) => isReport(value)],
  ['tick', (value) => value === undefined],
  ['llm', () => true],
  ['tts', (value) => isSpeech(value)],
]);

const OUTPUTS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['activity', (value) => isKinded(value)],
  ['command', (value) => isObject(value) && COMMANDS.has(value['kind']) && typeof value['utterance'] === 'string'],
  ['event', (value) => isObject(value) && typeof value['name'] === 'string' && isCount(value['seq'], MAX_COUNT)],
  ['left', (value) => typeof value === 'string'],
  ['opened', (value) => typeof value === 'string'],
  ['playout', (value) => isKinded(value) && !('samples' in value) && !('rate' in value) && !('pcm' in value)],
  ['reply', (value) => isKinded(value)],
  ['speech', (value) => isKinded(value)],
]);

function isKinded(value: unknown): value is object {
  return isObject(value) && !Array.isArray(value) && typeof value['kind'] === 'string';
}

function isCheck(value: unknown): boolean {
  return isObject(value) && isCount(value['lines'], MAX_COUNT) && typeof value['sum'] === 'string';
}

function isSpeech(value: unknown): boolean {
  if (!isObject(value)) return false;
  return value['kind'] === 'mark' ? isCount(value['chars'], MAX_COUNT) : value['kind'] === 'audio' && isAudio(value);
}

function isAudio(value: unknown): boolean {
  return (
    isObject(value) &&
    isCount(value['samples'], MAX_SAMPLES) &&
    isCount(value['rate'], MAX_RATE) &&
    (value['pcm'] === undefined || typeof value['pcm'] === 'string')
  );
}

function isReport(value: unknown): boolean {
  return (
    isObject(value) &&
    REPORTS.has(value['kind']) &&
    typeof value['utterance'] === 'string' &&
    Number.isFinite(value['playedSamples']) &&
    (value['outputLatencyMs'] === undefined || Number.isFinite(value['outputLatencyMs']))
  );
}

function isWithin(value: unknown, max: number): boolean {
  return typeof value === 'number' && value >= 0 && value <= max;
}

function isCount(value: unknown, max: number): boolean {
  return isWithin(value, max) && Number.isSafeInteger(value);
}
