import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../../src/core/checkpoint.ts';
import { createSettledInput } from '../../../src/server/checkpoints/settledInput.ts';
import { runs } from '../../properties/runs.ts';
import { createFunction } from '../../support/testSession.ts';
import { resume, watch } from './crashed.ts';

interface Script {
  /** The time before each text that the user types, in ms. */
  readonly pauses: readonly number[];
  /** How long the model thinks, in ms. */
  readonly thinksMs: number;
  readonly crashMs: number;
  /** How long a checkpoint takes to be written. */
  readonly writeMs: number;
  /** How long the client takes to report what it has played, when it is to stop. */
  readonly clearDelayMs: number;
  /** Answers begin with a call of a function that cannot be interrupted. */
  readonly calls: boolean;
}

const scripts: fc.Arbitrary<Script> = fc.record({
  pauses: fc.array(fc.constantFrom(0, 5, 20, 60, 150, 400, 1500, 3000), { minLength: 1, maxLength: 6 }),
  thinksMs: fc.constantFrom(0, 10, 200, 900),
  crashMs: fc.integer({ min: 50, max: 7000 }),
  writeMs: fc.constantFrom(0, 1, 30),
  clearDelayMs: fc.constantFrom(0, 40, 240),
  calls: fc.boolean(),
});

describe('a session whose process dies at any time', () => {
  it('has every text of the user once, in order, when its client has sent again what is missing', () =>
    fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const typed = script.pauses.map((_, at) => `text ${at}`);
        const { checkpoint, missing } = await crashAt(script, typed);
        const resumed = resume(checkpoint, optionsOf(script));
        missing.forEach((text, at) => resumed.type(100 + at, text));
        await resumed.clock.run(40_000);
        expect(saidBy(resumed.history())).toEqual(typed.join(' '));
      }),
      runs(15),
    ));
});

function optionsOf({ thinksMs, clearDelayMs, calls }: Script) {
  const answer = { text: 'An answer that takes a while to say.', firstTokenMs: thinksMs };
  const book = { calls: [{ name: 'book', arguments: {} }] };
  const functions = { book: createFunction(() => 'booked') };
  return {
    llm: Array.from({ length: 12 }, (_, at) => (calls && at % 2 === 0 ? book : answer)),
    transport: { clearDelayMs },
    agent: { functions },
  };
}

/** Plays a script up to the crash. Returns the last checkpoint that was written, and the texts that its client sends then. */
async function crashAt(
  script: Script,
  typed: readonly string[],
): Promise<{ readonly checkpoint: Checkpoint; readonly missing: readonly string[] }> {
  const session = watch({ ...optionsOf(script), start: false });
  const { clock } = session;
  const settle = createSettledInput({ samples: 0, texts: 0 }, 16_000);
  let texts = 0;
  let written: readonly [Checkpoint | undefined, number] = [undefined, 0];
  session.session.checkpoint$.subscribe((checkpoint) => {
    const { texts: settled } = settle({ samples: 0, texts }, checkpoint.pending);
    const copy = JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
    clock.schedule(() => (written = [copy, settled]), script.writeMs);
  });
  session.session.start();
  let atMs = 0;
  for (const [at, pause] of script.pauses.entries()) {
    atMs += pause;
    clock.schedule(() => {
      texts += 1;
      session.io.user.text.next(typed[at] ?? '');
    }, atMs);
  }
  await clock.run(script.crashMs);
  const [checkpoint, settled] = written;
  if (checkpoint === undefined) throw new Error('nothing was written');
  return { checkpoint, missing: typed.slice(settled) };
}

/** What the user has said, in one line. */
function saidBy(history: readonly string[]): string {
  return history.flatMap((message) => (message.startsWith('user: ') ? message.slice('user: '.length) : [])).join(' ');
}
