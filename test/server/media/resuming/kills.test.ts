import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../properties/runs.ts';
import { resumableCall, type ResumableCall, type ResumableCallOptions } from '../support/resumableCall.ts';

const CONVERSATION: ResumableCallOptions = {
  says: ['what time is it', 'and tomorrow'],
  llm: [
    'It is seven, or a little later, if the clock in the hall is right.',
    'It will be eight, if nobody stops the clock.',
  ],
  config: { first_message: 'Good evening. What can I do for you today?' },
  voice: [
    { atMs: 4000, forMs: 800 },
    { atMs: 12_000, forMs: 800 },
  ],
};
const TALK_MS = 22_000;
const KILLS = 10;
/** Time on the way, in each direction. */
const WAY_MS = 10;

interface Kill {
  /** Time since the client has returned the last time, and time for which it is away. */
  readonly afterMs: number;
  readonly awayMs: number;
  readonly silently: boolean;
}

/** A kill, and one at the same moment or soon after it. */
const killsInARow: fc.Arbitrary<readonly Kill[]> = fc.tuple(
  createKill(fc.integer({ min: 200, max: 4000 })),
  createKill(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 200, max: 4000 }))),
);

/** Segments end when no audio has come for 1 s: a client that is away for less, twice in a row, changes no word. */
function createKill(afterMs: fc.Arbitrary<number>): fc.Arbitrary<Kill> {
  return fc.record({ afterMs, awayMs: fc.integer({ min: 1, max: 300 }), silently: fc.boolean() });
}

async function talk(kills: readonly Kill[]): Promise<ResumableCall> {
  const made = resumableCall(CONVERSATION);
  made.join();
  let atMs = 0;
  for (const { afterMs, awayMs, silently } of kills) {
    if (atMs + afterMs > TALK_MS) break;
    await made.clock.run((atMs += afterMs));
    made.cut({ silently });
    await made.clock.run((atMs += awayMs));
    made.back();
  }
  await made.clock.run(TALK_MS + 20_000);
  return made;
}

function heardOf({ client }: ResumableCall): readonly (readonly [string, number])[] {
  return [...client.heard()].map(([utterance, { length }]) => [utterance, length]);
}

describe('lost connections at random instants, ten in a conversation,', () => {
  it('change neither what is said nor what is heard, and leave nothing behind', async () => {
    const undisturbed = await talk([]);
    expect(undisturbed.history()).toHaveLength(5);
    await fc.assert(
      fc.asyncProperty(fc.array(killsInARow, { minLength: KILLS / 2, maxLength: KILLS / 2 }), async (kills) => {
        const made = await talk(kills.flat());
        expect(made.client.faults).toEqual([]);
        expect(made.history()).toEqual(undisturbed.history());
        expect(heardOf(made)).toEqual(heardOf(undisturbed));
        made.session.close('ended_by_api');
        await made.clock.run(TALK_MS + 21_000);
        expect(made.client.ended).toBe('ended_by_api');
        expect(made.clock.pending).toBe(0);
        expect(made.ledger.open()).toEqual({});
      }),
      runs(25),
    );
  });
});

describe('a connection that is lost 1 ms before, at, and after the first message of each type, where it is sent and where it arrives', () => {
  it('changes neither what is said nor what is heard', async () => {
    const undisturbed = await talk([]);
    const firsts = new Map(undisturbed.client.messages.toReversed().map((message) => [message.type, message]));
    const edges = [...firsts.values()].flatMap(({ t_ms }) => [t_ms, t_ms + WAY_MS]);
    const instants = new Set(edges.flatMap((ms) => [ms - 1, ms, ms + 1]).filter((ms) => ms > WAY_MS && ms < TALK_MS));
    expect(instants.size).toBeGreaterThan(20);
    for (const afterMs of instants) {
      const made = await talk([{ afterMs, awayMs: 200, silently: false }]);
      const faults = made.client.faults.map((fault) => `${afterMs} ms: ${fault}`);
      expect(faults).toEqual([]);
      expect([afterMs, made.history()]).toEqual([afterMs, undisturbed.history()]);
      expect([afterMs, heardOf(made)]).toEqual([afterMs, heardOf(undisturbed)]);
    }
  });
});
