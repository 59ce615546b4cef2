import fc from 'fast-check';
import { concatMap, delay, from, of, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { SttWire } from '../../../src/wire/stt/dialect.ts';
import { createWebSocketStt } from '../../../src/wire/stt/createWebSocketStt.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { isAnswer } from '../../../src/testing/contracts/stt/collectTranscripts.ts';
import { createSocketDouble, type ServerBehaviour } from '../../../src/testing/wire/socketDouble.ts';
import { runs } from '../../properties/runs.ts';
import { toyDialect, toyWire } from './toyWire.ts';

/** What the user does, and how long after what was before. */
interface Step {
  readonly gapMs: number;
  readonly does: 'says a word' | 'flushes' | 'stops';
}

interface Cued {
  readonly gapMs: number;
  readonly input: SttInput;
}

/** How long a connection lasts; below 0 it is refused. */
type Fate = number;

const steps = fc.array(
  fc.record<Step>({
    gapMs: fc.constantFrom(0, 20, 100, 700),
    does: fc.constantFrom<Step['does']>('says a word', 'says a word', 'says a word', 'flushes', 'stops'),
  }),
  { maxLength: 40 },
);
const fates = (most: number): fc.Arbitrary<readonly Fate[]> =>
  fc.array(fc.integer({ min: -1000, max: 4000 }), { maxLength: most });

/** Its frames carry their words: the first sample of each is a number. */
const spelling: SttWire = {
  ...toyWire,
  dialect: () => ({
    ...toyDialect,
    audio: (utterance, samples) => [{ kind: 'send', frame: `word ${utterance} ${samples[0]}` }],
  }),
};

test('however connections are lost, the words come once, in order, and none is lost', () => {
  fc.assert(
    fc.property(steps, fates(4), (script, lost) => {
      const cues = cuesOf(script);
      const { events } = play(cues, lost);
      const heard = events.flatMap((event) => (event.kind === 'final' ? event.text.split(' ') : []));
      expect(heard).toEqual(wordsOf(cues));
    }),
    runs(75),
  );
});

test('however connections are lost, each flush and each end is answered once, in order', () => {
  fc.assert(
    fc.property(steps, fates(40), (script, lost) => {
      const cues = cuesOf(script);
      const { events } = play(cues, lost);
      const flushes = cues.filter(({ input }) => input.kind === 'flush' || input.kind === 'end');
      const answers = events.filter(isAnswer);
      expect(answers.map(({ segment }) => segment)).toEqual(flushes.map(({ input }) => input.segment));
    }),
    runs(75),
  );
});

test('however connections are lost, all are closed in the end, and no timer is left', () => {
  fc.assert(
    fc.property(steps, fates(40), (script, lost) => {
      const { open, most, leftBehind } = play(cuesOf(script), lost);
      expect({ open, leftBehind }).toEqual({ open: 0, leftBehind: 0 });
      expect(most).toBeLessThanOrEqual(1);
    }),
    runs(75),
  );
});

interface Played {
  readonly events: readonly SttEvent[];
  readonly open: number;
  /** How many connections were open at one time at most. */
  readonly most: number;
  readonly leftBehind: number;
}

function play(cues: readonly Cued[], lost: readonly Fate[]): Played {
  const clock = new VirtualClock();
  const { openSocket, connections } = createSocketDouble({ server: (n) => speller(lost[n]), scheduler: clock });
  const countOpen = (): number => connections.filter(({ closed }) => closed === null).length;
  const events: SttEvent[] = [];
  let most = 0;
  let isComplete = false;
  createWebSocketStt(spelling, { openSocket: counting, scheduler: clock, random: () => 0.5 })
    .transcribe(cued(cues, clock))
    .subscribe({ next: (event) => events.push(event), complete: () => (isComplete = true) });
  clock.flush(200_000);
  expect(isComplete).toBe(true);
  return { events, open: countOpen(), most, leftBehind: clock.pending };

  function counting(...request: Parameters<typeof openSocket>): ReturnType<typeof openSocket> {
    const socket = openSocket(...request);
    most = Math.max(most, countOpen());
    return socket;
  }
}

/** A server that recognises each word as it comes, and answers in two pieces. */
function speller(lasts: Fate | undefined): ServerBehaviour {
  const words = new Map<string, string[]>();
  const end = lasts === undefined ? [] : [{ atMs: Math.max(0, lasts), end: { code: 1011 } }];
  return {
    opensAfterMs: lasts !== undefined && lasts < 0 ? Number.POSITIVE_INFINITY : 30,
    script: end,
    onFrame: (frame, server) => {
      const [kind = '', utterance = '', word = ''] = String(frame).split(' ');
      const heard = words.get(utterance) ?? [];
      if (kind === 'word') {
        words.set(utterance, [...heard, word]);
        server.send(`interim ${utterance} ${[...heard, word].join(' ')}`, 40);
      }
      if (kind === 'end') {
        server.send(`piece ${utterance} ${heard.slice(0, 2).join(' ')}`, 50);
        server.send(`piece ${utterance} ${heard.slice(2).join(' ')}; done ${utterance}`, 120);
      }
    },
  };
}

/** The segments that the steps make; what is flushed or stopped before a word is left out. */
function cuesOf(script: readonly Step[]): readonly Cued[] {
  const cues: Cued[] = [];
  let segment = -1;
  let speaking = false;
  let words = 0;
  for (const { gapMs, does } of [...script, { gapMs: 10, does: 'stops' } satisfies Step]) {
    if (!speaking && does !== 'says a word') continue;
    if (!speaking) cues.push({ gapMs, input: { kind: 'start', segment: (segment += 1) } });
    speaking = does !== 'stops';
    cues.push({ gapMs, input: inputOf(does, segment, does === 'says a word' ? (words += 1) : words) });
  }
  return cues;
}

function inputOf(does: Step['does'], segment: number, word: number): SttInput {
  if (does === 'flushes') return { kind: 'flush', segment };
  if (does === 'stops') return { kind: 'end', segment };
  return { kind: 'audio', segment, frame: { samples: new Int16Array(1600).fill(word), sampleRate: 16_000 } };
}

function wordsOf(cues: readonly Cued[]): readonly string[] {
  return cues.flatMap(({ input }) => (input.kind === 'audio' ? [String(input.frame.samples[0])] : []));
}

function cued(cues: readonly Cued[], clock: VirtualClock): Observable<SttInput> {
  return from(cues).pipe(concatMap(({ gapMs, input }) => of(input).pipe(delay(gapMs, clock))));
}
