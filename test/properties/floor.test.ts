import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadline, isHeld } from '../../src/session/floor/derive.ts';
import { createFloor, floor } from '../../src/session/floor/floor.ts';
import type { Floor } from '../../src/session/floor/state.ts';
import type { Decision, FloorEvent } from '../../src/session/floor/types.ts';
import { event, settings } from './floor/arbitrary.ts';
import { frozen } from './floor/frozen.ts';
import { answersTo } from './floor/world.ts';

/** Events and the ms between them, in whatever order, however absurd. */
const happenings = fc.array(fc.tuple(fc.nat({ max: 3000 }), event), { maxLength: 60 });
const runs = { numRuns: Number(process.env['FC_RUNS'] ?? 1000) };

interface Played {
  readonly state: Floor;
  readonly decisions: readonly Decision[];
  readonly now: number;
}

/** Reduces the event and all that the world answers to what is decided, as the graph does. */
function reduce({ state, decisions, now }: Played, happened: FloorEvent, ms = 0): Played {
  let played: Played = { state, decisions, now: now + ms };
  for (const inbox = [happened]; inbox.length > 0; ) {
    const next = frozen(inbox.shift() as FloorEvent);
    const step = floor(frozen(played.state), next, played.now);
    played = { ...played, state: step.floor, decisions: [...played.decisions, ...step.decisions] };
    inbox.push(...step.decisions.flatMap((decision) => answersTo(decision, step.floor)));
  }
  return played;
}

function playAll(events: readonly (readonly [number, FloorEvent])[], start: Floor): Played {
  return events.reduce((played: Played, [ms, one]) => reduce(played, one, ms), { state: start, decisions: [], now: 0 });
}

function factsOf({ decisions }: Played): readonly string[] {
  return decisions.flatMap((decision) => (decision.kind === 'fact' ? [decision.fact.kind] : []));
}

describe('the floor, whatever it is told', () => {
  it('takes it, changes nothing that it was given, and knows when it wants to be woken', () => {
    fc.assert(
      fc.property(settings, happenings, (own, events) => {
        const { state } = playAll(events, createFloor(own));
        expect(typeof isHeld(state)).toBe('boolean');
        expect(deadline(state) ?? 0).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });

  it('remembers no more than was told and is not done with', () => {
    fc.assert(
      fc.property(settings, happenings, (own, events) => {
        const { user, queue, rounds } = playAll(events, createFloor(own)).state;
        expect(user.closed.length).toBeLessThanOrEqual(32);
        expect(user.pending.length + queue.length + rounds.length).toBeLessThanOrEqual(events.length);
      }),
      runs,
    );
  });

  it('tells starts and stops in turn for each side', () => {
    fc.assert(
      fc.property(settings, happenings, (own, events) => {
        const facts = factsOf(playAll(events, createFloor(own)));
        for (const side of ['user', 'agent']) {
          const marks = facts.filter((fact) => fact === `${side}_started` || fact === `${side}_stopped`);
          const isInTurn = marks.every((fact, n) => fact === `${side}_${n % 2 === 0 ? 'started' : 'stopped'}`);
          expect(isInTurn, marks.join(' ')).toBe(true);
        }
      }),
      runs,
    );
  });

  it('ends the session when it is to, once, with nothing left open', () => {
    fc.assert(
      fc.property(settings, happenings, happenings, (own, before, after) => {
        const ending: FloorEvent = { kind: 'end', after: 'now', reason: 'agent_ended' };
        const ended = reduce(playAll(before, createFloor(own)), ending);
        const { decisions, state } = after.reduce((played: Played, [ms, one]) => reduce(played, one, ms), ended);
        expect(decisions.filter(({ kind }) => kind === 'ended')).toHaveLength(1);
        expect(state).toMatchObject({ ending: { phase: 'over' }, reply: null, rounds: [] });
        expect(state.user.openSegment?.speaking ?? false).toBe(false);
        expect(decisions.slice(ended.decisions.length)).toEqual([]);
      }),
      runs,
    );
  });
});
