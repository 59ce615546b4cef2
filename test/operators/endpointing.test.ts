import { EMPTY, Subject, VirtualTimeScheduler } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { endpointing, type EndpointingOptions } from '../../operators/endpointing.ts';
import type { Transcript, UserTurn, VadEvent } from '../../src/core/speech.ts';
import { activity, settlements, transcripts, turns } from '../../src/testing/fixtures.ts';
import { marbles } from '../../src/testing/marbles.ts';

interface Score {
  readonly activity: string;
  readonly transcript?: string;
  readonly settled?: string;
  readonly userTurn: string;
}

/** Plays a score with a delay of 5 ms; the letters of `userTurn` are the turns with these texts, in order. */
function plays(
  { hot, expectObservable }: RunHelpers,
  score: Score,
  texts: readonly string[] = ['hello there'],
  options: Partial<EndpointingOptions> = {},
): void {
  const speech = hot(score.activity, activity);
  const transcript = hot(score.transcript ?? '', transcripts);
  const settled = score.settled === undefined ? {} : { settled: hot(score.settled, settlements) };
  const given = texts.map((text, turn): [string, UserTurn] => ['uU'[turn] ?? '', { turn, text }]);
  expectObservable(speech.pipe(endpointing({ transcript, minDelayMs: 5, ...settled, ...options }))).toBe(
    score.userTurn,
    Object.fromEntries(given),
  );
}

describe('endpointing', () => {
  it('ends the turn when the user has ended, was silent for long enough, and their words are known', () =>
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const speech = hot('    s--m----------', activity);
      const transcript = hot('---f----------', transcripts);
      const userTurn = '      --------u-----';

      expectObservable(speech.pipe(endpointing({ transcript, minDelayMs: 5 }))).toBe(userTurn, turns);
      for (const input of [speech, transcript]) expectSubscriptions(input.subscriptions).toBe('^');
    }));

  it.each([
    ['before the delay has passed', 499, 500],
    ['as it passes', 500, 500],
    ['after it', 501, 501],
  ])('with words that come %s, waits for the later of the two', (_, wordsMs, turnMs) =>
    marbles((run) => {
      const [transcript, userTurn] = [`${wordsMs}ms f`, `${turnMs}ms u`];
      plays(run, { activity: '(sm)', transcript, userTurn }, ['hello there'], { minDelayMs: undefined });
    }),
  );

  it.each([
    [575, ' u'],
    [576, ' u'],
    [577, '-u'],
  ])('counts a delay of %i ms from the last voice, which lies 576 ms before the end', (minDelayMs, userTurn) =>
    marbles(({ hot, expectObservable }) => {
      const speech = hot('    (se)', activity);
      const transcript = hot('f', transcripts);
      expectObservable(speech.pipe(endpointing({ transcript, minDelayMs }))).toBe(userTurn, turns);
    }),
  );

  it('waits for the end of a pause inside the turn, and joins the texts by a space', () =>
    marbles((run) => {
      const score = {
        activity: '   s--m--S--M------',
        transcript: ' ---f-----F------',
        userTurn: '   --------------u--',
      };
      plays(run, score, ['hello there how are you']);
    }));

  it.each([
    [
      'just before the turn would end',
      's--m---S--M---',
      '---f------F---',
      '---------------u',
      ['hello there how are you'],
    ],
    [
      'in the very instant',
      '           s--m----S--M--',
      '---f-------F--',
      '----------------u',
      ['hello there how are you'],
    ],
    [
      'just after it',
      '                 s--m-----S--M-',
      '---f--------F-',
      '--------u--------U',
      ['hello there', 'how are you'],
    ],
  ])('speech that starts %s', (_, speech, transcript, userTurn, texts) =>
    marbles((run) => plays(run, { activity: speech, transcript, userTurn }, texts)),
  );

  it('ends no turn without words', () =>
    marbles((run) => {
      plays(run, { activity: 's--m----S--M', settled: '----e-------E', userTurn: '' });
      plays(run, { activity: 's--m----S--M', transcript: '-o------', settled: '----e-------E', userTurn: '' });
    }));

  it('numbers turns, not segments', () =>
    marbles((run) => {
      const score = {
        activity: '   s--m-----S--M----------',
        transcript: ' ------------F----------',
        settled: '    ----e--------F---------',
        userTurn: '   -----------------u',
      };
      plays(run, score, ['how are you']);
    }));
});

describe('with settlements', () => {
  it.each(['f', 'e', 'x', 't'])('a turn waits until all its segments are settled (%s)', (by) =>
    marbles((run) => {
      const score = {
        activity: '   s--m--S--M----------',
        transcript: ' ---f-----F----------',
        settled: `    ----------F----${by}----`,
        userTurn: '   ---------------u----',
      };
      plays(run, score, ['hello there how are you']);
    }),
  );

  it('a final alone does not settle its segment: more may come', () =>
    marbles((run) => {
      const score = { activity: 's--m--', transcript: '-f-F--', settled: '--------', userTurn: '------' };
      plays(run, score);
    }));

  it('an interim that was not replaced stands in for the final that is missing', () =>
    marbles((run) => {
      const score = { activity: 's--m--', transcript: '-ij---', settled: '---------t', userTurn: '---------u' };
      plays(run, score);
    }));

  it('the latest interim counts, not the longest', () =>
    marbles((run) => {
      const score = { activity: 's--m--', transcript: '-ji---', settled: '---------t', userTurn: '---------u' };
      plays(run, score, ['hello']);
    }));

  it('an empty interim replaces nothing', () =>
    marbles((run) => {
      const score = { activity: 's--m--', transcript: '-io---', settled: '---------t', userTurn: '---------u' };
      plays(run, score, ['hello']);
    }));

  it('an interim after the settlement changes nothing', () =>
    marbles((run) => {
      const score = { activity: 's--m--', transcript: '-i---j', settled: '----t----', userTurn: '--------u' };
      plays(run, score, ['hello']);
    }));

  it('a late final replaces the stand-in as long as the turn has not ended', () =>
    marbles((run) => {
      const score = { activity: 's--m--', transcript: '-i----f--', settled: '----t', userTurn: '--------u' };
      plays(run, score);
    }));

  it('a late final whose stand-in was given to the agent is dropped', () =>
    marbles((run) => {
      const score = { activity: 's--m-----', transcript: '-i-------f--', settled: '----t', userTurn: '--------u---' };
      plays(run, score, ['hello']);
    }));

  it('a late final that nothing stood in for is a turn by itself, at once', () =>
    marbles((run) => {
      const score = { activity: 's--m-------', transcript: '---------f', settled: '----t', userTurn: '---------u' };
      plays(run, score);
    }));

  it('a late final goes in front of the turn that waits', () =>
    marbles((run) => {
      const score = {
        activity: '   s--m----S--M------',
        transcript: ' ----------Ff-------',
        settled: '    ----e--------F----',
        userTurn: '   ----------------u--',
      };
      plays(run, score, ['hello there how are you']);
    }));
});

describe('a sound without words while the turn waits', () => {
  it.each([
    ['S--M------', 12],
    ['S---M-----', 13],
    ['S----M----', 13],
  ])('prolongs the wait from its last voice on, by one delay at most (%s)', (sound, dueMs) =>
    marbles((run) => {
      const score = { activity: `s--m${sound}`, transcript: '---f', settled: '----f-----E', userTurn: `${dueMs}ms u` };
      plays(run, score);
    }),
  );

  it('holds the turn for its own words, which come late', () =>
    marbles((run) => {
      const score = { activity: 's--mS--M', transcript: '---f------F', settled: '----f---E', userTurn: '12ms u' };
      plays(run, score, ['hello there how are you']);
    }));
});

describe('noise', () => {
  it('that goes on delays no turn', () =>
    marbles((run) => {
      const score = {
        activity: '   s--m--S-----WWWW--M--',
        transcript: ' ---f-----------------',
        settled: '    ----f-------N--------',
        userTurn: '   ------------u--------',
      };
      plays(run, score);
    }));

  it('ends as a turn what it had brought before', () =>
    marbles((run) => {
      const score = { activity: 's-----w-w', transcript: '--f------', settled: '-----n---', userTurn: '-----u---' };
      plays(run, score);
    }));

  it.each(['J----F', 'F------'])('that brings words after all is waited for again (%s)', (words) =>
    marbles((run) => {
      const score = {
        activity: '   s--m--S----------M-----',
        transcript: ` ---f---------${words}---`,
        settled: '    ----------N----f---F---',
        userTurn: '   ----------------------u',
      };
      plays(run, score, ['hello there how are you']);
    }),
  );
});

describe('without settlements', () => {
  it('a final before the end of its segment settles it', () =>
    marbles((run) => plays(run, { activity: 's--m', transcript: '-f--', userTurn: '--------u' })));

  it('a final in a short pause does not: an interim follows', () =>
    marbles((run) => {
      const score = { activity: 's--m--', transcript: '-fi---------f', userTurn: '------------u' };
      plays(run, score, ['hello there hello there']);
    }));
});

describe('input that comes late', () => {
  it('after a stall of a second counts from when the voice was heard', () =>
    marbles(({ hot, expectObservable }) => {
      const stalled = { kind: 'ended', segment: 0, atMs: 64, voicedMs: 64, lastVoicedMs: 64, by: 'stall' } as const;
      const speech = hot<VadEvent>('s 999ms x', { s: activity.s, x: stalled });
      const transcript = hot('      -f', transcripts);
      expectObservable(speech.pipe(endpointing({ transcript, minDelayMs: 500 }))).toBe('1000ms u', turns);
    }));

  it('in one burst counts from when the end says that the voice was', () =>
    marbles(({ hot, expectObservable }) => {
      const speech = hot('    s----(we)', activity);
      const transcript = hot('-----f', transcripts);
      expectObservable(speech.pipe(endpointing({ transcript, minDelayMs: 500 }))).toBe('-----u', turns);
    }));
});

describe('the stream of turns', () => {
  it('ends with its inputs, after the turn that is due', () =>
    marbles((run) => {
      plays(run, { activity: 's--m|', transcript: '---f|', userTurn: '--------(u|)' });
      plays(run, { activity: 's--m|', transcript: '----|', userTurn: '----|' });
    }));

  it('passes an error of an input at once', () =>
    marbles((run) => {
      plays(run, { activity: 's--m-#', transcript: '---f', userTurn: '-----#' });
      plays(run, { activity: 's--m', transcript: '---f-#', userTurn: '-----#' });
      plays(run, { activity: 's--m', transcript: '---f', settled: '-----#', userTurn: '-----#' });
    }));

  it('leaves no timer and no subscription when unsubscribed', () => {
    const scheduler = new VirtualTimeScheduler();
    const [speech, transcript] = [new Subject<VadEvent>(), new Subject<Transcript>()];
    const running = speech.pipe(endpointing({ transcript, settled: EMPTY, scheduler })).subscribe();
    running.unsubscribe();
    const waiting = speech.pipe(endpointing({ transcript, scheduler })).subscribe();
    for (const event of [activity.s, activity.m]) speech.next(event);
    transcript.next(transcripts.f);
    expect(scheduler.actions).toHaveLength(1);
    waiting.unsubscribe();
    expect([scheduler.actions, speech.observed, transcript.observed]).toEqual([[], false, false]);
  });
});
