import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationMs } from '../../../src/core/audio.ts';
import type { TtsEvent } from '../../../src/core/ports.ts';
import type { SocketFrame } from '../../../src/wire/socket.ts';
import type { ServerBehaviour, ServerSide } from '../../../src/testing/wire/socketDouble.ts';
import { runs } from '../../properties/runs.ts';
import { createHarness, type Speech, type Harness } from './toyWire.ts';

/** What may happen, in any order; `who` is one of the utterances, `ms` some time. */
type Happening =
  | { readonly kind: 'write'; readonly who: number; readonly text: string }
  | { readonly kind: 'end' | 'cut'; readonly who: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'drop'; readonly connection: number };

const SPEECHES = 4;
const TEXTS = ['One two. ', ' three', 'four! ', ' ', '7 pm, '];

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('write' as const), who: who(), text: fc.constantFrom(...TEXTS) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('end' as const, 'cut' as const), who: who() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 7, 60, 400, 1500) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), connection: fc.nat(6) }) },
);

const wires = fc.record({
  concurrent: fc.integer({ min: 1, max: 3 }),
  utterances: fc.constantFrom(undefined, 1, 3),
  maxAgeMs: fc.constantFrom(undefined, 300),
  cancels: fc.boolean(),
  greeting: fc.boolean(),
  accepts: fc.constantFrom('tokens' as const, 'sentences' as const),
  isWarm: fc.boolean(),
  /** How long the server takes for everything, and whether it confirms a release. */
  slowMs: fc.constantFrom(0, 5, 80),
  releases: fc.boolean(),
});

function who(): fc.Arbitrary<number> {
  return fc.nat(SPEECHES - 1);
}

describe('whatever is spoken, cut and lost', () => {
  it('each utterance gets its own events, only while it is subscribed; connections are not overfilled, and none stays', () => {
    fc.assert(
      fc.property(
        wires,
        fc.array(happening, { maxLength: 40 }),
        ({ isWarm, slowMs, releases, ...wire }, happenings) => {
          const seats = seatsOf(wire.concurrent);
          const test = createHarness(wire, (connection) => server({ connection, slowMs, releases, seats }));
          const warm = isWarm ? test.warm() : null;
          const speeches = Array.from({ length: SPEECHES }, (_, n) => test.speak(`${n} `));
          const cuts = speeches.map(() => Number.POSITIVE_INFINITY);
          for (const what of happenings) happen(what, test, speeches, cuts);
          test.clock.flush(test.clock.now() + 30_000);
          for (const [n, speech] of speeches.entries()) cut(n, speech, cuts);
          warm?.unsubscribe();

          expect(speeches.map(({ events }, n) => events.slice(cuts[n]))).toEqual(speeches.map(() => []));
          for (const { events } of speeches) expect(marksOf(events)).toEqual(marksOf(events).toSorted((a, b) => a - b));
          for (const { events } of speeches) expectInOrder(events);
          const voices = speeches.flatMap(({ events }) => voicesOf(events));
          expect(new Set(voices).size).toBe(voices.length);
          expect(seats.overfilled).toEqual([]);
          expect(test.connections.filter(({ closed }) => closed === null)).toEqual([]);
          test.clock.flush(test.clock.now() + 60_000);
          expect(test.clock.pending).toBe(0);
        },
      ),
      runs(75),
    );
  });
});

function happen(what: Happening, test: Harness, speeches: readonly Speech[], cuts: number[]): void {
  switch (what.kind) {
    case 'wait':
      return test.clock.flush(test.clock.now() + what.ms);
    case 'drop':
      return test.connections[what.connection]?.server.end({});
    case 'write':
      return speeches[what.who]?.text.next(what.text);
    case 'end':
      return speeches[what.who]?.text.complete();
    case 'cut': {
      const speech = speeches[what.who];
      if (speech !== undefined) cut(what.who, speech, cuts);
    }
  }
}

function cut(n: number, speech: Speech, cuts: number[]): void {
  cuts[n] = Math.min(cuts[n] ?? Infinity, speech.events.length);
  speech.subscription.unsubscribe();
}

/** The samples of a frame hold its utterance: none of them arrives in two places. */
function voicesOf(events: readonly TtsEvent[]): readonly number[] {
  const samples = events.flatMap((event) => (event.kind === 'audio' ? [...event.frame.samples] : []));
  return [...new Set(samples)];
}

/** Words in the order of the text, one after the other, and only where audio has come. */
function expectInOrder(events: readonly TtsEvent[]): void {
  let [to, endMs, audioMs] = [0, 0, 0];
  for (const event of events) {
    if (event.kind === 'audio') audioMs += durationMs(event.frame);
    for (const word of event.kind === 'words' ? event.words : []) {
      expect([word.from >= to, word.to > word.from, word.startMs >= endMs, word.endMs > word.startMs]).toEqual(ALL);
      expect(word.endMs).toBeLessThanOrEqual(audioMs);
      [to, endMs] = [word.to, word.endMs];
    }
  }
}

const ALL = [true, true, true, true];

function marksOf(events: readonly TtsEvent[]): readonly number[] {
  return events.flatMap((event) => (event.kind === 'mark' ? [event.chars] : []));
}

interface Seats {
  readonly overfilled: string[];
  take(connection: number, utterance: string): void;
  leave(connection: number, utterance: string): void;
}

function seatsOf(concurrent: number): Seats {
  const taken = new Map<number, Set<string>>();
  const overfilled: string[] = [];
  const of = (connection: number): Set<string> => {
    const seats = taken.get(connection) ?? new Set();
    taken.set(connection, seats);
    return seats;
  };
  return {
    overfilled,
    take: (connection, utterance) => {
      if (of(connection).add(utterance).size > concurrent) overfilled.push(`${utterance} on ${connection}`);
    },
    leave: (connection, utterance) => of(connection).delete(utterance),
  };
}

interface ServerOptions {
  readonly connection: number;
  readonly slowMs: number;
  readonly releases: boolean;
  readonly seats: Seats;
}

/** Speaks each text as it comes, slowly; counts the utterances of the connection until their release. */
function server({ connection, slowMs, releases, seats }: ServerOptions): ServerBehaviour {
  const spokenMs = new Map<string, number>();
  return {
    opensAfterMs: slowMs,
    onFrame: (frame: SocketFrame, client: ServerSide) => {
      const [what = '', id = '', ...text] = String(frame).split(' ');
      if (what === 'hello') client.send('ready', slowMs);
      if (what === 'begin') seats.take(connection, id);
      if (what === 'text') {
        const startMs = spokenMs.get(id) ?? 0;
        const words = text
          .filter((word) => word !== '')
          .map((word, n) => `${word} ${startMs + 15 * n} ${startMs + 15 * n + 15}`);
        client.send(`words ${id} ${words.join(' ')}`, slowMs);
        client.send(`audio ${id} 20`, slowMs);
        spokenMs.set(id, startMs + 20);
      }
      if (what === 'flush') client.send(`flushed ${id}`, slowMs);
      if (what === 'end' || (what === 'cancel' && releases)) {
        client.send(`${what === 'end' ? 'done' : 'released'} ${id}`, slowMs);
        seats.leave(connection, id);
      }
    },
  };
}
