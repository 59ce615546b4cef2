import type { Recording } from './desk.ts';
import type { Mark, Minutes, Span } from './minutes.ts';
import type { Style, Terminal } from './terminal.ts';

export interface TimelineOptions {
  readonly minutes: Minutes;
  readonly recording: Recording;
  readonly terminal: Pick<Terminal, 'columns' | 'paint'>;
}

/** What one character stands for, in ms. */
const CELL_MS = 200;
const LABEL_COLUMNS = 8;

/**
 * The session on one axis of time, line by line: what the user's microphone and the agent's loudspeaker let be heard, and
 * between them what was made of it. A session that is longer than the terminal is wide goes on below.
 */
export function timeline({ minutes, recording, terminal: { columns, paint } }: TimelineOptions): readonly string[] {
  const { sampleRate, user, agent } = recording;
  const cells = Math.ceil((user.length * 1000) / sampleRate / CELL_MS);
  const rows: readonly Row[] = [
    { label: '', style: 'dim', cells: axis(cells) },
    { label: 'you', style: 'cyan', cells: sound(user, sampleRate, cells) },
    { label: 'vad', style: 'cyan', cells: spans(minutes.speech, '━', cells) },
    { label: 'words', style: 'cyan', cells: marks(minutes.words, cells) },
    { label: 'model', style: 'yellow', cells: spans(minutes.replies, '░', cells) },
    { label: 'calls', style: 'yellow', cells: marks(minutes.calls, cells) },
    { label: 'agent', style: 'green', cells: sound(agent, sampleRate, cells) },
    { label: 'cut', style: 'red', cells: marks(minutes.interruptions.map(cut), cells) },
  ];
  const width = columns - LABEL_COLUMNS;
  return Array.from({ length: Math.ceil(cells / width) }, (_, strip) =>
    rows.flatMap((row) => print(row, row.cells.slice(strip * width, (strip + 1) * width), paint)),
  ).flatMap((strip) => ['', ...strip]);
}

interface Row {
  readonly label: string;
  readonly style: Style;
  /** One character per cell. */
  readonly cells: string;
}

/** A row in which nothing happens is not shown. */
function print({ label, style }: Row, part: string, paint: Terminal['paint']): readonly string[] {
  const text = part.trimEnd();
  return text === '' ? [] : [`${label.padEnd(LABEL_COLUMNS)}${paint(style, text)}`];
}

/** Seconds, and a figure at every fifth of them. */
function axis(cells: number): string {
  const seconds = Array.from({ length: Math.ceil((cells * CELL_MS) / 1000) }, (_, second) => second);
  const ticks = seconds.filter((second) => second % 5 !== 0).map((second) => ({ atMs: second * 1000, text: '·' }));
  const figures = seconds.filter((second) => second % 5 === 0).map((second) => ({ atMs: second * 1000, text: `${second}s` }));
  return marks([...ticks, ...figures].sort((a, b) => a.atMs - b.atMs), cells);
}

const LEVELS = ' ▁▂▃▄▅▆▇█';
/** The level of full scale and of one step less, in dB. */
const STEP_DB = 6;

/** How loud it was. */
function sound(samples: Int16Array, sampleRate: number, cells: number): string {
  const size = (sampleRate * CELL_MS) / 1000;
  return Array.from({ length: cells }, (_, cell) => level(samples.subarray(cell * size, (cell + 1) * size))).join('');
}

function level(samples: Int16Array): string {
  const power = samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length;
  const step = LEVELS.length + Math.round((10 * Math.log10(power)) / STEP_DB);
  return LEVELS[Math.min(LEVELS.length - 1, Math.max(0, step))] ?? ' ';
}

function spans(all: readonly Span[], cell: string, cells: number): string {
  const filled = new Set(
    all.flatMap(({ fromMs, toMs }) => {
      const from = cellOf(fromMs);
      return Array.from({ length: Math.max(1, cellOf(toMs) - from) }, (_, index) => from + index);
    }),
  );
  return Array.from({ length: cells }, (_, index) => (filled.has(index) ? cell : ' ')).join('');
}

/** Each text begins in its cell; one that comes before the last has ended cuts it short. */
function marks(all: readonly Mark[], cells: number): string {
  return all
    .reduce((row, { atMs, text }) => {
      const before = row.slice(0, cellOf(atMs));
      const gap = before.length < row.length ? `${before.slice(0, -1)}${before === '' ? '' : ' '}` : before.padEnd(cellOf(atMs));
      return gap + text;
    }, '')
    .padEnd(cells)
    .slice(0, cells);
}

function cut({ atMs, text }: Mark): Mark {
  return { atMs, text: `✗ interrupted ${text}` };
}

function cellOf(ms: number): number {
  return Math.floor(ms / CELL_MS);
}
