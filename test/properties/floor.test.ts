import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadline } from '../../src/session/floor/derive.ts';
import { isHeld } from '../../src/session/floor/hold.ts';
import type { Floor } from '../../src/session/floor/state.ts';
import { isReady } from '../../src/session/floor/user.ts';
import { createFloor, floor } from '../../src/session/floor/floor.ts';
import { textOf } from '../../src/session/floor/pending.ts';
import type { Decision, FloorEvent } from '../../src/session/floor/types.ts';
import { event, settings } from './floor/arbitrary.ts';
import { deepFreeze } from './floor/deepFreeze.ts';
import { answersTo } from './floor/answers.ts';
import { runs } from './runs.ts';

/** Events and the ms between them, in any order. */
const happenings = fc.array(fc.tuple(fc.nat({ max: 3000 }), event), { maxLength: 60 });
const cases = runs(250);

interface Played {
  readonly state: Floor;
  readonly decisions: readonly Decision[];
  readonly now: number;
}

/** Reduces an event and the answers to all decisions that follow from it, as the graph does. */
function reduce({ state, decisions, now }: Played, happened: FloorEvent, ms = 0): Played {
  let played: Played = { state, decisions, now: now + ms };
  for (const inbox = [happened]; inbox.length > 0; ) {
    const next = deepFreeze(inbox.shift() as FloorEvent);
    const step = floor(deepFreeze(played.state), next, played.now);
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

describe('the floor, whatever happens', () => {
  it('does not throw, changes nothing that it was given, and has a deadline that is not negative', () => {
    fc.assert(
      fc.property(settings, happenings, (own, events) => {
        const { state } = playAll(events, createFloor(own));
        expect(typeof isHeld(state)).toBe('boolean');
        expect(deadline(state) ?? 0).toBeGreaterThanOrEqual(0);
      }),
      cases,
    );
  });

  it('holds no more than has happened and is not done with', () => {
    fc.assert(
      fc.property(settings, happenings, (own, events) => {
        const { user, queue, rounds } = playAll(events, createFloor(own)).state;
        expect(user.closed.length).toBeLessThanOrEqual(32);
        expect(user.pending.length + queue.length + rounds.length).toBeLessThanOrEqual(events.length);
      }),
      cases,
    );
  });

  it('has words for all speech that is ready', () => {
    fc.assert(
      fc.property(settings, happenings, (own, events) => {
        const { pending } = playAll(events, createFloor(own)).state.user;
        expect(pending.filter(isReady).map(textOf)).not.toContain('');
      }),
      cases,
    );
  });

  it('emits starts and stops in turn for each side', () => {
    fc.assert(
      fc.property(settings, happenings, (own, events) => {
        const facts = factsOf(playAll(events, createFloor(own)));
        for (const side of ['user', 'agent']) {
          const marks = facts.filter((fact) => fact === `${side}_started` || fact === `${side}_stopped`);
          const isInTurn = marks.every((fact, n) => fact === `${side}_${n % 2 === 0 ? 'started' : 'stopped'}`);
          expect(isInTurn, marks.join(' ')).toBe(true);
        }
      }),
      cases,
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
      cases,
    );
  });
});
