import { describe, expect, it } from 'vitest';
import { faultsOf } from '../properties/rules.ts';
import type { Act } from '../properties/scenario.ts';
import { effectOf, PHASES, playWithFaults, type Effect, type Phase } from './conversation.ts';

/** What the client does, when, how many of the answer’s 12 words are heard, and how it goes on. */
type Row = readonly [kind: Act['kind'], phase: Phase, heard: number, after: Effect['after']];

const FOR_MS = 4000;

const ROWS: readonly Row[] = [
  ['close', 'listening', 0, 'it is over'],
  ['close', 'thinking', 0, 'it is over'],
  ['close', 'speaking', 2, 'it is over'],
  ['disconnect', 'listening', 12, 'it listens'],
  ['disconnect', 'thinking', 12, 'it listens'],
  ['disconnect', 'speaking', 12, 'it listens'],
  ['freeze', 'listening', 12, 'it listens'],
  ['freeze', 'thinking', 12, 'it listens'],
  ['freeze', 'speaking', 12, 'it listens'],
];

describe('the client leaves a conversation, hangs, or comes back', () => {
  it.each(ROWS)('%s while %s: %i of 12 words are heard, and %s', async (kind, phase, heard, after) => {
    const recording = await playWithFaults([], [{ kind, gapMs: PHASES[phase], forMs: FOR_MS } as Act]);
    expect(faultsOf(recording)).toEqual([]);
    expect(effectOf(recording)).toEqual({ understood: true, heard, codes: [], after });
  });

  it('ends once, within the instant, and releases everything', async () => {
    const { endedMs, left } = await playWithFaults([], [{ kind: 'close', gapMs: PHASES.speaking }]);
    expect(endedMs).toBe(PHASES.speaking);
    expect(left).toEqual({ subscriptions: {}, work: 0 });
  });
});
