import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A package that stands in for `soundswallower`. */
export interface StandIn {
  /** What to import it by. */
  readonly specifier: string;
  remove(): Promise<void>;
}

/**
 * An engine that recognises nothing, and returns its state instead: at its end, how many decoders there are and how many
 * of them hear at that moment, itself included. The thread that gets the grammar "farewell" exits.
 */
export async function observedEngine(): Promise<StandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-hearing-'));
  const specifier = join(folder, 'soundswallower.mjs');
  await writeFile(specifier, PROGRAM);
  return { specifier, remove: () => rm(folder, { recursive: true }) };
}

const PROGRAM = `
  let made = 0;
  let hearing = 0;
  class Decoder {
    async initialize() { made += 1; }
    async reinitialize_audio() {}
    set_grammar(grammar) { if (grammar === 'farewell') process.exit(7); }
    lookup_word() { return null; }
    start() { this.text = ''; hearing += 1; }
    process_audio() {}
    get_text() { return this.text; }
    stop() { this.text = hearing + ' of ' + made; hearing -= 1; }
  }
  export default async () => ({ Decoder });`;
