import { styleText } from 'node:util';
import type { WriteStream } from 'node:tty';

export type Style = Parameters<typeof styleText>[0];

/** The capabilities of the output. */
export interface Terminal {
  readonly columns: number;
  /** Whether a line can be overwritten. */
  readonly live: boolean;
  /** Styles text if colours are enabled. */
  paint(style: Style, text: string): string;
  write(text: string): void;
}

/** Describes an output stream. Files and pipes have no colours and 80 columns. Respects NO_COLOR. */
export function createTerminal(stream: Pick<WriteStream, 'isTTY' | 'columns' | 'hasColors' | 'write'>): Terminal {
  const colours = stream.isTTY && stream.hasColors();
  return {
    columns: Math.max(MIN_COLUMNS, stream.isTTY ? stream.columns : DEFAULT_COLUMNS),
    live: stream.isTTY,
    paint: (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text),
    write: (text) => void stream.write(text),
  };
}

const DEFAULT_COLUMNS = 80;
/** Narrower terminals wrap by themselves. */
const MIN_COLUMNS = 32;

/** Wraps text into lines of at most `width` characters, between words where possible. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.split(/\s+/).flatMap((long) => long.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [])) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Shortens text to `width` characters, with an ellipsis. */
export function shorten(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
