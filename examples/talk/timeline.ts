import type { Recording } from './audioDevice.ts';
import type { Mark, SessionLog, Span } from './sessionLog.ts';
import type { Style, Terminal } from './terminal.ts';

export interface TimelineOptions {
  readonly log: SessionLog;
  readonly recording: Recording;
  readonly terminal: Pick<Terminal, 'columns' | 'paint'>;
}

/** Duration of one character, in ms. */
const CELL_MS = 200;
const CELLS_PER_SECOND = 1000 / CELL_MS;
const LABEL_COLUMNS = 8;

/**
 * Formats a session as a timeline: the audio of the user and of the agent, and the processing between them. Wraps at the width
 * of the terminal.
 */
export function formatTimeline(options: TimelineOptions): readonly string[] {
  const { columns, paint } = options.terminal;
  const rows = rowsOf(options);
  const cells = Math.max(...rows.map((row) => row.cells.length));
  const width = Math.floor((columns - LABEL_COLUMNS) / CELLS_PER_SECOND) * CELLS_PER_SECOND;
  return Array.from({ length: Math.ceil(cells / width) }, (_, strip) => {
    const from = strip * width;
    const to = Math.min(cells, from + width);
    const axis: Row = { label: '', style: 'dim', cells: axisOf(from, to) };
    const parts = rows.map((row) => ({ ...row, cells: row.cells.slice(from, to).trimEnd() }));
    const printed = [axis, ...parts.filter((row) => row.cells !== '')];
    return printed.map((row) => row.label.padEnd(LABEL_COLUMNS) + paint(row.style, row.cells));
  }).flatMap((strip, index) => (index === 0 ? strip : ['', ...strip]));
}

interface Row {
  readonly label: string;
  readonly style: Style;
  /** One character per cell. */
  readonly cells: string;
}

function rowsOf({ log, recording: { sampleRate, user, agent } }: TimelineOptions): readonly Row[] {
  const cells = Math.ceil((user.length * 1000) / sampleRate / CELL_MS);
  return [
    { label: 'you', style: 'cyan', cells: sound(user, sampleRate, cells) },
    { label: 'vad', style: 'cyan', cells: spans(log.speech, '━', cells) },
    { label: 'words', style: 'cyan', cells: marks(log.words, cells) },
    { label: 'model', style: 'yellow', cells: spans(log.replies, '░', cells) },
    { label: 'calls', style: 'yellow', cells: marks(log.calls, cells) },
    { label: 'agent', style: 'green', cells: sound(agent, sampleRate, cells) },
    { label: 'cut', style: 'red', cells: marks(log.interruptions.map(cut), cells) },
  ];
}

/** A dot for each second, a number for the first and every fifth. */
function axisOf(from: number, to: number): string {
  const seconds = Array.from({ length: Math.ceil((to - from) / CELLS_PER_SECOND) }, (_, index) => index);
  return seconds
    .map((index) => ({ index, second: from / CELLS_PER_SECOND + index }))
    .map(({ index, second }) => (index === 0 || second % 5 === 0 ? `${second}s` : '·'))
    .map((tick) => tick.padEnd(CELLS_PER_SECOND))
    .join('')
    .trimEnd();
}

const LEVELS = ' ▁▂▃▄▅▆▇█';
/** Height of one step, in dB. */
const STEP_DB = 6;

/** Levels of audio, one character for each cell. */
function sound(samples: Int16Array, sampleRate: number, cells: number): string {
  const size = (sampleRate * CELL_MS) / 1000;
  return Array.from({ length: cells }, (_, cell) => level(samples.subarray(cell * size, (cell + 1) * size))).join('');
}

function level(samples: Int16Array): string {
  const power = samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length;
  const step = LEVELS.length - 1 + Math.round((10 * Math.log10(power)) / STEP_DB);
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

/** Texts at their cells, each cut where the next one starts. */
function marks(all: readonly Mark[], cells: number): string {
  return all
    .map(({ atMs, text }) => ({ cell: cellOf(atMs), text }))
    .reduce((row, { cell, text }) => row.slice(0, Math.max(0, cell - 1)).padEnd(cell) + text, '')
    .padEnd(cells)
    .slice(0, cells);
}

function cut({ atMs, text }: Mark): Mark {
  return { atMs, text: `✗ interrupted ${text}` };
}

function cellOf(ms: number): number {
  return Math.floor(ms / CELL_MS);
}
