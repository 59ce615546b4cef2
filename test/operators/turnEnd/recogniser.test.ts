import { NEVER, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { turnEnd } from '../../../operators/turnEnd.ts';
import type { TurnEndOptions } from '../../../operators/turnEnd/turnEndOptions.ts';
import type { AntiphonError } from '../../../src/core/errors.ts';
import type { RecogniserTurn, RecogniserTurnState, UserTurn } from '../../../src/core/speech.ts';
import { settlements, transcripts } from '../../../src/testing/fixtures.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import { speechOf } from './speechOf.ts';

interface Score {
  readonly activity: string;
  readonly transcript?: string;
  readonly settled?: string;
  readonly found: string;
  readonly userTurn: string;
}

interface Played {
  readonly ended: readonly number[];
  readonly errors: readonly string[];
}

const found = (state: RecogniserTurnState, atMs?: number): RecogniserTurn => ({ segment: 0, state, atMs });

/** `p` update · `y` eager end · `r` resumed · `o` end; all of them about the audio so far */
const FOUND = { p: found('update'), y: found('eager_end'), r: found('resumed'), o: found('end') };

interface Options extends Partial<TurnEndOptions> {
  readonly values?: Readonly<Record<string, RecogniserTurn>>;
  readonly untilMs?: number;
}

const DELAYS = { minDelayMs: 3, maxDelayMs: 9, timeoutMs: 2, silenceMs: 5, wordlessMs: 6 };

/** Plays a score in which a turn ends 3 ms after the last voice at the earliest, and 9 ms after it at the latest. */
function plays(
  score: Score,
  texts: readonly string[],
  { values = FOUND, untilMs = 20, ...options }: Options = {},
): Played {
  const ended: number[] = [];
  const errors: string[] = [];
  marbles((run) => {
    const speech = run.hot(...speechOf(score.activity));
    const model = { kind: 'recogniser', name: 'flux', found: run.hot(score.found, values) } as const;
    const given = texts.map((text, turn): [string, UserTurn] => ['uU'[turn] ?? '', { turn, text }]);
    const turns = speech.pipe(
      turnEnd({
        transcript: run.hot(score.transcript ?? '', transcripts),
        ...(score.settled !== undefined && { settled: run.hot(score.settled, settlements) }),
        model,
        ...DELAYS,
        endSegment: (segment) => ended.push(segment),
        report: ({ code, message }: AntiphonError) => errors.push(`${code} ${message}`),
        ...options,
      }),
    );
    run.expectObservable(turns, `^ ${untilMs - 1}ms !`).toBe(score.userTurn, Object.fromEntries(given));
  });
  return { ended, errors };
}

describe('turnEnd with the turns of a recogniser', () => {
  it('ends the segment and the turn when the recogniser says so', () => {
    const score = {
      activity: '  s-q-q-qe----',
      transcript: '-i-----f----',
      settled: '   -------f----',
      found: '     --p-p-o-----',
      userTurn: '  -------u----',
    };
    expect(plays(score, ['hello there'])).toEqual({ ended: [0], errors: [] });
  });

  it('ends nothing before the least pause', () => {
    const score = { activity: 's-q-q-----', transcript: '-f', settled: '----f', found: '-o--------' };
    const { ended } = plays({ ...score, activity: 's-q-e-----', userTurn: '----u-----' }, ['hello there'], {
      minDelayMs: 4,
    });
    expect(ended).toEqual([]);
    expect(plays({ ...score, userTurn: '' }, [], { minDelayMs: 4 }).ended).toEqual([0]);
  });

  it('waits while the recogniser says that the turn goes on, also where it may be over', () => {
    const score = { activity: 's-q-q-q-q-', transcript: '-i', found: '--p-y-p-r-', userTurn: '' };
    expect(plays(score, [])).toEqual({ ended: [], errors: [] });
  });

  it('waits no longer than the longest pause, at which the VAD ends the segment', () => {
    const score = {
      activity: '  s-q-q-q-q-e--',
      transcript: '-i--------f--',
      settled: '   ----------f--',
      found: '     --p-p-p-p----',
      userTurn: '  ----------u--',
    };
    expect(plays(score, ['hello there'])).toEqual({ ended: [], errors: [] });
  });

  it('speech makes an end void; the words behind it are of the same turn', () => {
    const score = {
      activity: '  s-w--q---e-----',
      transcript: '-i--------f----',
      settled: '   ----------f----',
      found: '     -o----p-o------',
      userTurn: '  ----------u----',
    };
    expect(plays(score, ['hello there'])).toEqual({ ended: [0], errors: [] });
  });

  it('an end counts from the audio that the recogniser knew, however late it comes', () => {
    const score = { activity: 's-w-q-q-q-', transcript: '-i', found: '-------o--', userTurn: '' };
    const ends = (atMs: number): readonly number[] =>
      plays(score, [], { values: { o: found('end', atMs) }, timeoutMs: 100 }).ended;
    expect([ends(1), ends(2)]).toEqual([[], [0]]);
  });

  it('a recogniser that finds nothing in time is reported, and the turn ends by silence', () => {
    const score = {
      activity: '  s-q-q-e------',
      transcript: '-i-----f-----',
      settled: '   -------f-----',
      found: '     -------------',
      userTurn: '  -------u-----',
    };
    const { ended, errors } = plays(score, ['hello there']);
    expect(ended).toEqual([0]);
    expect(errors).toEqual([
      'turn_model_failed the turn model flux failed: it did not answer within 2 ms; the turn ends by silence',
    ]);
    const answered = { ...score, found: '----p', activity: 's-q-q-----', settled: '', userTurn: '' };
    expect(plays(answered, []).errors).toEqual([]);
  });

  it('a recogniser that falls silent in a pause is reported after 750 ms', () => {
    const score = { activity: 's-q', transcript: '-i', found: '----p', userTurn: '' };
    const errorsBy = (untilMs: number): readonly string[] => plays(score, [], { untilMs, maxDelayMs: 5000 }).errors;
    expect(errorsBy(4 + 750)).toEqual([]);
    expect(errorsBy(4 + 751)).toEqual([
      'turn_model_failed the turn model flux failed: it did not answer within 750 ms; the turn ends by silence',
    ]);
    const talking = { ...score, found: '----p 700ms p' };
    expect(plays(talking, [], { untilMs: 4 + 751 }).errors).toEqual([]);
  });

  it('a segment that has ended before anything was found is nobody’s fault: the turn ends by silence', () => {
    const score = { activity: 's-q-e-----', transcript: '-i--f', settled: '----f', found: '', userTurn: '-----u' };
    expect(plays(score, ['hello there'])).toEqual({ ended: [], errors: [] });
  });

  it('so does one that has ended when it was to go on: of that, nothing more is found', () => {
    const score = { activity: 's-q-e-----', transcript: '-i--f', settled: '----f', found: '--p', userTurn: '-----u' };
    expect(plays(score, ['hello there'])).toEqual({ ended: [], errors: [] });
  });

  it('ends a segment that stays without words after as much silence as a VAD would', () => {
    const score = { activity: 's-q--q-q--', found: '-oooooooo-', userTurn: '' };
    expect(plays(score, []).ended).toEqual([0]);
    expect(plays({ ...score, activity: 's-q--q----' }, []).ended).toEqual([]);
    expect(plays({ ...score, activity: 's-q---q---' }, []).ended).toEqual([0]);
    expect(plays({ ...score, found: '-pppppppp', transcript: '-i' }, []).ended).toEqual([]);
  });

  it('stops listening when it is unsubscribed', () => {
    const turns = new Subject<RecogniserTurn>();
    const model = { kind: 'recogniser', name: 'flux', found: turns } as const;
    const running = NEVER.pipe(turnEnd({ transcript: NEVER, model })).subscribe();
    expect(turns.observed).toBe(true);
    running.unsubscribe();
    expect(turns.observed).toBe(false);
  });
});
