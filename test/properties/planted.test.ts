import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pace } from '../../operators/pace.ts';
import type { Stages } from '../../src/session/stages.ts';
import { scenario } from './arbitrary.ts';
import { checkScenario } from './checkScenario.ts';
import { RULES } from './rules.ts';

/** Speaks whether or not the user does. */
const talksOverTheUser: Stages = { pace: ({ scheduler }) => pace({ scheduler }) };

describe('a fault that was planted', () => {
  it('is found, shrunken, and printed with its seed and its picture', async () => {
    const property = fc.asyncProperty(scenario, (played) => checkScenario(played, RULES, { stages: talksOverTheUser }));
    const found = await fc.check(property, { seed: 5, numRuns: 300 });
    const thrown = await fc
      .assert(property, { seed: 5, path: found.counterexamplePath ?? '' })
      .catch((error: unknown) => error);
    const { message, cause } = thrown as Error & { readonly cause: Error };
    expect(message).toContain('seed: 5, path: ');
    expect(cause.message).toMatch(/^noAudioBeginsOverTheUser: \d+ audio begins over segment 0/u);
    expect(cause.message).toMatch(/^user +.*\[s0/mu);
    expect(found.counterexample?.[0]).toMatchObject({
      firstMessage: 0,
      voice: [{ gapMs: 32 }],
      acts: [{ kind: 'type', gapMs: 0, words: 1 }],
      hearings: [],
    });
  });
});
