import { parseArgs } from 'node:util';

/** The command-line options. */
export interface TalkOptions {
  readonly help: boolean;
  /** Folder of the recordings. */
  readonly out: string;
  readonly files: readonly {
    readonly path: string;
    /** Interrupts the answer after this many seconds. */
    readonly over?: number | undefined;
  }[];
}

export const USAGE = `npm run talk -- [options] [file.wav …]

Speaks the WAV files to the concierge, one after another, each when the answer to
the one before is over. Without files it speaks questions of its own.

  --over <seconds>   speak the next file so far into the answer, over it
  --out <folder>     where the recordings go; default: out
  --help             this text`;

/** Parses the command line. Throws an Error with the first mistake. */
export function parseOptions(args: readonly string[]): TalkOptions {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { over: { type: 'string', multiple: true }, out: { type: 'string' }, help: { type: 'boolean' } },
    allowPositionals: true,
    tokens: true,
  });
  const files: TalkOptions['files'][number][] = [];
  let over: number | undefined;
  for (const token of tokens) {
    if (token.kind === 'option' && token.name === 'over') over = secondsOf(token.value);
    if (token.kind !== 'positional') continue;
    files.push({ path: token.value, over });
    over = undefined;
  }
  if (over !== undefined) throw new Error('--over: expected a WAV file after it');
  return { help: values.help ?? false, out: values.out ?? 'out', files };
}

function secondsOf(text = ''): number {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds;
  throw new Error(`--over: expected seconds, got "${text}"`);
}
