import { describe, expect, test } from 'vitest';
import {
  explainJudgedEnd,
  explainOpenPause,
  type JudgedPause,
  type KnownVerdict,
} from '../../../operators/turnEnd/explain.ts';
import { JudgedTurn } from '../../../operators/turnEnd/judgedTurn.ts';
import type { TurnInput } from '../../../operators/endpointing/turnState.ts';

const delays = { minDelayMs: 400, maxDelayMs: 3000, silenceMs: 500 };
const started = { kind: 'started', segment: 0, atMs: 100, voicedMs: 100, lastVoicedMs: 100, audio: [] } as const;
const quiet = {
  kind: 'window',
  segment: 0,
  atMs: 132,
  voiced: false,
  voicedMs: 100,
  lastVoicedMs: 100,
  audio: [],
} as const;
const words = { kind: 'interim', segment: 0, text: 'my number is' } as const;
const ended = { kind: 'ended', segment: 0, atMs: 676, voicedMs: 100, lastVoicedMs: 100, by: 'silence' } as const;
const early = { ...ended, atMs: 590, lastVoicedMs: 500 };
const late = { kind: 'final', segment: 0, text: 'my number is' } as const;
const noise = { kind: 'settled', segment: 0, by: 'noise' } as const;
const settled = { kind: 'settled', segment: 0, by: 'final' } as const;

function judged(events: readonly TurnInput[], verdict: KnownVerdict | null): JudgedPause {
  const turn = new JudgedTurn(delays, false);
  for (const event of events) turn.update(event, 'atMs' in event ? event.atMs : 700);
  return { state: turn.state, pause: turn.pause, verdict, delays };
}

const over: KnownVerdict = { by: 'model', over: 0.92, threshold: 0.5 };
const goesOn: KnownVerdict = { by: 'model', over: 0.2, threshold: 0.5 };
const found: KnownVerdict = { by: 'recogniser', over: 1, threshold: 0.5 };

describe('a turn with a model waits', () => {
  test.each<[string, readonly TurnInput[], KnownVerdict | null, string | undefined]>([
    [
      'for the verdict',
      [started, words, quiet],
      null,
      'waits: 0.6 s of silence, and no verdict on whether the turn is over',
    ],
    [
      'because it goes on',
      [started, words, quiet],
      goesOn,
      'waits: the turn is over with a probability of 0.2, 0.5 needed (2.4 s left)',
    ],
    [
      'for the final, although it is over',
      [started, words, quiet, ended],
      over,
      'waits: segment 0 has no final yet (1.2 s left)',
    ],
    [
      'for silence, although it is over',
      [started, words, quiet, early, settled],
      over,
      'waits: 0.2 s of silence, 0.4 needed (0.2 s left)',
    ],
    ['for a verdict on words that came late', [late], null, 'waits: no verdict on whether the turn is over'],
    [
      'for the final of a segment behind a noise',
      [
        started,
        noise,
        { ...started, segment: 1, atMs: 500, lastVoicedMs: 500 },
        { ...words, segment: 1 },
        { ...ended, segment: 1, lastVoicedMs: 500 },
      ],
      over,
      'waits: segment 1 has no final yet (1.2 s left)',
    ],
    ['while the user speaks', [started, words], null, 'waits: segment 0 is still open'],
    ['for nothing', [], null, undefined],
  ])('%s', (_what, events, verdict, text) => {
    const options = { now: 700, minDelayMs: 400, wordsDueAt: () => 1900 };
    expect(explainOpenPause(judged(events, verdict), options)?.text).toBe(text);
  });
});

describe('a turn with a model is over', () => {
  const all = [started, words, quiet, ended, settled];
  test('after the longest wait for words, although sound without words has followed them', () => {
    const more = [
      { ...started, segment: 1, atMs: 1100, lastVoicedMs: 1100 },
      { ...ended, segment: 1, atMs: 1676, lastVoicedMs: 1100 },
    ];
    expect(explainJudgedEnd(judged([...all, ...more], goesOn), 3100).text).toBe(
      'the turn is over with a probability of 0.2, 0.5 needed, but no more words have come for 3 s, 3 needed',
    );
  });

  test('without voice, if its words came late', () => {
    expect(explainJudgedEnd(judged([late], null), 800).text).toBe('all words are known');
  });

  test.each<[string, KnownVerdict | null, number, string]>([
    [
      'by its verdict',
      over,
      800,
      'the turn is over with a probability of 0.92, 0.5 needed, and 0.7 s of silence, 0.4 needed',
    ],
    [
      'after the longest wait',
      goesOn,
      3100,
      'the turn is over with a probability of 0.2, 0.5 needed, but no more words have come for 3 s, 3 needed',
    ],
    ['by silence', null, 700, '0.6 s of silence, 0.5 needed without a verdict'],
    ['by the recogniser', found, 700, 'the recogniser has found the end of the turn, and 0.6 s of silence, 0.4 needed'],
  ])('%s', (_what, verdict, now, text) => {
    expect(explainJudgedEnd(judged(all, verdict), now).text).toBe(text);
  });
});
