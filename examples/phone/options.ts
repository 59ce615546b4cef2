import { parseArgs } from 'node:util';

/** What the caller does next. */
export type Step =
  | { readonly kind: 'text'; readonly text: string; readonly interrupts: boolean }
  | { readonly kind: 'file'; readonly path: string; readonly interrupts: boolean }
  | { readonly kind: 'keys'; readonly keys: string };

/** The command-line options. */
export interface PhoneOptions {
  readonly help: boolean;
  /** The WAV file for what the caller hears. */
  readonly out?: string | undefined;
  readonly steps: readonly Step[];
}

export const USAGE = `npm run phone -- [options] [sentence | file.wav …]

Calls the concierge over the Twilio route of a server on this machine, without an
account, and does one thing after another, each when the answer to the one before
is over. Without sentences it has some of its own.

  "a sentence"    speak it with a built-in voice; the concierge understands:
                  hello, what time is it, tell me about the restaurant, stop,
                  i would like to book a table for two people at seven,
                  thank you, goodbye
  file.wav        speak this recording
  --keys <keys>   press keys: 0 to 9, *, #, A to D
  --interrupt     speak the next sentence or file 2 s into the answer, over it
  --out <file>    write what the caller hears to a WAV file
  --help          this text`;

/** Without sentences, the caller does this. */
export const DEFAULT_STEPS: readonly Step[] = [
  { kind: 'text', text: 'what time is it', interrupts: false },
  { kind: 'keys', keys: '42#' },
  { kind: 'text', text: 'tell me about the restaurant', interrupts: false },
  { kind: 'text', text: 'stop', interrupts: true },
  { kind: 'text', text: 'goodbye', interrupts: false },
];

/** Parses the command line. Throws an Error with the first mistake. */
export function parseOptions(args: readonly string[]): PhoneOptions {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: {
      keys: { type: 'string', multiple: true },
      interrupt: { type: 'boolean', multiple: true },
      out: { type: 'string' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
    tokens: true,
  });
  const steps: Step[] = [];
  let interrupts = false;
  for (const token of tokens) {
    if (token.kind === 'option' && token.name === 'interrupt') interrupts = true;
    if (token.kind === 'option' && token.name === 'keys') steps.push({ kind: 'keys', keys: keysOf(token.value) });
    if (token.kind !== 'positional') continue;
    steps.push(toSpoken(token.value, interrupts));
    interrupts = false;
  }
  if (interrupts) throw new Error('--interrupt: expected a sentence or a WAV file after it');
  if (values.out === '') throw new Error('--out: expected the name of a WAV file, got ""');
  return { help: values.help ?? false, out: values.out, steps: steps.length === 0 ? DEFAULT_STEPS : steps };
}

function toSpoken(text: string, interrupts: boolean): Step {
  if (text.trim() === '') throw new Error(`expected a sentence or a WAV file, got "${text}"`);
  return /\.wav$/iu.test(text) ? { kind: 'file', path: text, interrupts } : { kind: 'text', text, interrupts };
}

function keysOf(text = ''): string {
  if (/^[\d*#A-D]+$/u.test(text)) return text;
  throw new Error(`--keys: expected keys of a telephone (0 to 9, *, #, A to D), got "${text}"`);
}
