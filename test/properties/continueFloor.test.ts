import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { continueFloor } from '../../src/session/floor/continueFloor.ts';
import { deadline } from '../../src/session/floor/derive.ts';
import { createFloor, floor } from '../../src/session/floor/floor.ts';
import { SAY_ROUND } from '../../src/session/floor/reply.ts';
import type { Floor } from '../../src/session/floor/state.ts';
import type { FloorEvent } from '../../src/session/floor/types.ts';
import { event, settings } from './floor/arbitrary.ts';
import { deepFreeze } from './floor/deepFreeze.ts';
import { runs } from './runs.ts';

const utterance = 'u0.0';
const frame = { samples: new Int16Array(0), sampleRate: 1 };
const reply = (round: number, delta: string): FloorEvent => ({
  kind: 'reply',
  event: { kind: 'text', turn: 0, round, delta },
});
const speech = (of: Extract<FloorEvent, { kind: 'speech' }>['event']): FloorEvent => ({ kind: 'speech', event: of });
const playout = (kind: 'sent' | 'played'): FloorEvent => ({ kind: 'playout', event: { kind, utterance, samples: 1 } });

/** What happens in a reply, of which any part may not have happened yet. */
const happened = fc.subarray<FloorEvent>([
  { kind: 'turn', turn: { turn: 0, text: 'one' } },
  { kind: 'wake' },
  reply(SAY_ROUND, 'Well.'),
  reply(0, 'One'),
  speech({ kind: 'started', turn: 0, utterance }),
  speech({ kind: 'audio', utterance, frame }),
  playout('sent'),
  { kind: 'wake' },
]);
/** What may continue it. Of windows without voice only those do that repeat what their segment has measured. */
const next = fc.oneof(
  event.filter(({ kind }) => kind !== 'window'),
  fc.constantFrom<FloorEvent>(
    { kind: 'reply', event: { kind: 'started', turn: 0 } },
    reply(0, ' two'),
    reply(SAY_ROUND, ' two'),
    speech({ kind: 'text', utterance, text: 'One' }),
    speech({ kind: 'audio', utterance, frame }),
    speech({ kind: 'mark', utterance, chars: 3 }),
    playout('sent'),
    playout('played'),
  ),
);
const fillers = fc.constantFrom(undefined, { text: 'Well.', delayMs: 0 });
/** In ms; two of the longest are a long silence of the reply. */
const gap = fc.nat({ max: 9000 });

describe('an event that only continues what is under way', () => {
  it('changes the floor as if all rules had been applied, of which none decides anything', () => {
    let continued = 0;
    fc.assert(
      fc.property(settings, fillers, happened, fc.array(event, { maxLength: 3 }), next, gap, (own, filler, ...rest) => {
        const [before, others, last, ms] = rest;
        const state = [...before, ...others].reduce(
          (played: Floor, one, n) => floor(deepFreeze(played), deepFreeze(one), n * ms).floor,
          createFloor({ ...own, filler }),
        );
        const at = Math.min(state.now + ms, (deadline(state) ?? Infinity) - 1);
        const after = continueFloor(deepFreeze(state), deepFreeze(last), at);
        if (after === null || isRuleDue(state, at)) return;
        continued += 1;
        const step = floor(state, last, at);
        expect(step.decisions).toEqual([]);
        expect({ ...after, now: at }).toEqual(step.floor);
        expect(deadline({ ...after, now: at })).toBe(deadline(step.floor));
      }),
      runs(2500),
    );
    expect(continued).toBeGreaterThan(500);
  });
});

/** Returns whether a rule applies without any event: one that applies late in a step may have made it so. */
function isRuleDue(state: Floor, at: number): boolean {
  return floor(state, { kind: 'finish' }, at).decisions.length > 0;
}
