import { describe, expect, it } from 'vitest';
import { splitNumbers } from '../../../src/studio/page/logic/emphasis.ts';

import {
  formatClock,
  formatCode,
  formatCost,
  formatCount,
  formatDate,
  formatLength,
  formatSeconds,
} from '../../../src/studio/page/logic/format.ts';
import { overviewPath } from '../../../src/studio/page/logic/overview.ts';
import { comparePhases, nameOfDecider } from '../../../src/studio/page/logic/phases.ts';
import { prettyJson } from '../../../src/studio/page/logic/prettyJson.ts';
import type { SttUsage } from '../../../src/core/usage.ts';
import { listUsage } from '../../../src/studio/page/logic/listUsage.ts';
import { addRange, rangeOfBins } from '../../../src/studio/page/logic/query.ts';
import { columnsOf, frontierOf, pointsOf } from '../../../src/studio/page/logic/sweepPoints.ts';
import { visibleRows } from '../../../src/studio/page/logic/visibleRows.ts';

describe('a range dragged in a histogram', () => {
  it('is added to what was typed', () =>
    expect(addRange('"a table"', 'waitP95Ms', 1500, 2000)).toBe('"a table"  wait p95 >= 1.5 s  wait p95 <= 2 s'));

  it('replaces an earlier one of that column', () =>
    expect(addRange('wait p95 > 1.5 s  cut off  wait p95 <= 3 s', 'waitP95Ms', 0, 1000)).toBe(
      'cut off  wait p95 >= 0 s  wait p95 <= 1 s',
    ));

  it.each([
    'Wait P95 > 1.5 s',
    'p95 > 1.5',
    'wait p95 ≥ 1500 ms',
    'wait p95 > 2 seconds',
    'wait p95 > 2 minutes',
    'wait p95 > 2 hours',
    'wait p95 > 2 sec',
  ])('replaces an earlier one that is written as %s', (earlier) =>
    expect(addRange(`table  ${earlier}  failed`, 'waitP95Ms', 0, 1000)).toBe(
      'table  failed  wait p95 >= 0 s  wait p95 <= 1 s',
    ),
  );

  it('leaves alone what was said after a number', () =>
    expect(addRange('turns > 3 members', 'turns', 1, 2)).toBe('members  turns >= 1  turns <= 2'));

  it.each([
    ['recordedAt', Date.UTC(2026, 11, 1, 14, 5), 'when >= 2026-12-01T14:05Z  when <= 2026-12-01T14:05Z'],
    ['waitP50Ms', 900, 'wait p50 >= 0.9 s  wait p50 <= 0.9 s'],
    ['cost', 0.0123, 'cost >= 0.0123  cost <= 0.0123'],
  ] as const)('of %s is written as a query reads it', (column, value, query) =>
    expect(addRange('', column, value, value)).toBe(query),
  );

  it('of names changes nothing', () => expect(addRange('table', 'agent', 1, 2)).toBe('table'));

  it('covers whole bins, in either direction, and never more than there are', () => {
    const histogram = { from: 0, to: 24, counts: Array.from({ length: 24 }, () => 1) };
    expect(rangeOfBins(histogram, 5, 2)).toEqual([2, 6]);
    expect(rangeOfBins(histogram, -3, 99)).toEqual([0, 24]);
  });
});

describe('the rows in the page', () => {
  it('are few of ten thousand', () => {
    const { from, to } = visibleRows(36 * 5000, 720, 36, 10_000);
    expect(to - from).toBeLessThan(60);
    expect(from).toBeLessThan(5000);
    expect(to).toBeGreaterThan(5020);
  });

  it('end with the list', () => expect(visibleRows(36 * 9990, 720, 36, 10_000).to).toBe(10_000));
  it('of an empty list are none', () => expect(visibleRows(0, 720, 36, 0)).toEqual({ from: 0, to: 0 }));
});

describe('formats', () => {
  it.each([
    [0, '0:00.000'],
    [12_340, '0:12.340'],
    [3_723_500, '1:02:03.500'],
    [59_999.7, '1:00.000'],
    [-5, '0:00.000'],
  ])('%f ms is %s', (ms, text) => expect(formatClock(ms)).toBe(text));

  it('of a clock with fewer digits round', () =>
    expect([formatClock(12_340, 1), formatClock(5400, 0)]).toEqual(['0:12.3', '0:05']));

  it('of a length have the unit that fits', () => {
    expect([900, 26_000, 192_000, 3_840_000].map(formatLength)).toEqual(['1 s', '26 s', '3 min 12 s', '1 h 04 min']);
    expect([60_000, 65_000, 3_600_000].map(formatLength)).toEqual(['1 min 00 s', '1 min 05 s', '1 h 00 min']);
  });

  it('of costs keep small ones apart', () =>
    expect([null, 0.0123, 12.5].map(formatCost)).toEqual(['–', '0.0123', '12.50']));

  it('of a wait have hundredths', () => expect([null, 820].map(formatSeconds)).toEqual(['–', '0.82 s']));

  it('of a date are in the time zone of the user', () => {
    expect(formatDate(new Date(2026, 11, 1, 14, 5).toISOString())).toBe('1 Dec 2026, 14:05');
    expect(['', 'soon'].map(formatDate)).toEqual(['–', '–']);
  });

  it('of a count have its noun', () =>
    expect([1, 2, 1200].map((count) => formatCount(count, 'turn'))).toEqual(['1 turn', '2 turns', '1,200 turns']));

  it('of a code read as words', () => expect(formatCode('ended_by_client')).toBe('ended by client'));
});

describe('a reason', () => {
  it('has its numbers emphasised with their units', () =>
    expect(splitNumbers('not interrupted: 320 ms of voice, 0.5 s needed').filter(({ isNumber }) => isNumber)).toEqual([
      { text: '320 ms', isNumber: true },
      { text: '0.5 s', isNumber: true },
    ]));

  it('loses no character', () => {
    const sentence = '3 words, 12.';
    expect(
      splitNumbers(sentence)
        .map(({ text }) => text)
        .join(''),
    ).toBe(sentence);
  });
});

describe('phases', () => {
  const after = { user: 'speaking', reply: 'none', queue: [], functions: ['book'], ending: 'no' };
  it('that changed are marked', () => {
    const rows = comparePhases({ ...after, user: 'silent', queue: ['a reply'] }, after);
    expect(rows.filter(({ isChanged }) => isChanged)).toEqual([
      { name: 'User', before: 'silent', after: 'speaking', isChanged: true },
      { name: 'Queue', before: 'a reply', after: '–', isChanged: true },
    ]);
  });
  it('of the first step have nothing before', () =>
    expect(comparePhases(null, after).every(({ before, isChanged }) => before === '–' && !isChanged)).toBe(true));
});

describe('who decided', () => {
  it('is the floor, or a stage by its name', () =>
    expect((['floor', { ownStage: 'vad' }] as const).map(nameOfDecider)).toEqual(['floor', 'vad']));
});

describe('a sweep', () => {
  const cell = (cutOff: number, waitMeanMs: number | null, isEfficient: boolean, isRecorded = false) => ({
    changes: isRecorded ? {} : { min_endpointing_delay: 0.4 },
    isRecorded,
    isEfficient,
    waitMeanMs,
    cutOff,
    falseInterruptions: 0,
  });
  const cells = [
    cell(2, 800, false, true),
    cell(2, 500, true),
    cell(0, 900, true),
    cell(1, null, true),
    cell(1, 600, false),
    cell(3, 700, true),
  ];
  const points = pointsOf({ ran: [], failed: [], cells }, []);

  it('leaves out settings with which nobody was answered', () => expect(points).toHaveLength(5));
  it('has a frontier that falls', () =>
    expect(frontierOf(points).map(({ cutOffs, waitS }) => [cutOffs, waitS])).toEqual([
      [0, 0.9],
      [2, 0.5],
    ]));
  it('is plotted from left to right', () => {
    expect(columnsOf(points)).toEqual([
      [0, 1, 2, 2, 3],
      [0.9, 0.6, 0.5, 0.8, 0.7],
      [0.9, null, 0.5, null, null],
      [null, null, null, 0.8, null],
    ]);
  });
});

describe('a point of a sweep', () => {
  const point = (changes: Readonly<Record<string, unknown>>) => {
    const figures = { isRecorded: false, isEfficient: true, waitMeanMs: 900, cutOff: 0, falseInterruptions: 0 };
    const slider = { name: 'min_endpointing_delay', label: 'turn ends after', min: 0, max: 3, step: 0.1, value: 0.5 };
    return pointsOf({ ran: [], failed: [], cells: [{ changes, ...figures }] }, [{ ...slider, unit: 's' }])[0];
  };

  it('has its settings, in the words of the sliders too', () =>
    expect(point({ min_endpointing_delay: 0.4 })).toMatchObject({
      changes: { min_endpointing_delay: 0.4 },
      text: 'turn ends after 0.4 s',
    }));

  it('without changes is that of the recording', () => expect(point({})?.text).toBe('as recorded'));
});

describe('the overview', () => {
  const shape = { callMs: 1000, width: 100, height: 40 };
  const chunk = { key: '', binMs: 100, fromMs: 800, toMs: 1200, part: { windows: [], user: [], agent: [0, 1, 1, 1] } };

  it('has the speech of the user above the middle, and that of the agent below', () => {
    const spans = [{ fromMs: 0, toMs: 500 }];
    expect(overviewPath.spans(spans, 1000, 'user', shape)).toBe('M0 19H50v-17H0Z');
    expect(overviewPath.spans(spans, 1000, 'agent', shape)).toBe('M0 21H50v17H0Z');
  });

  it('has speech that lasts up to now, and short speech so that it is seen', () => {
    expect(overviewPath.spans([{ fromMs: 200, toMs: null }], 700, 'user', shape)).toContain('H70');
    expect(overviewPath.spans([{ fromMs: 200, toMs: 201 }], 700, 'user', shape)).toContain('H20.6');
  });

  it('has peaks at their times, none for silence and none beyond the end', () =>
    expect(overviewPath.peaks([chunk], 'agent', shape)).toBe('M90 21h10v17h-10ZM100 21h10v17h-10Z'));
});

describe('JSON', () => {
  it('is written with one member a line', () => {
    expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(prettyJson({ a: 1 })).toBe('{\n  "a": 1\n}');
  });

  it('that is a text or a number stays as it is', () =>
    expect(['hello', '12.50', '"a"', '{'].map(prettyJson)).toEqual(['hello', '12.50', '"a"', '{']));
});

describe('usage', () => {
  it('of a recording that names no model has the provider as its title', () => {
    const [used] = listUsage({ stt: [{ provider: 'local', seconds: 1 } as SttUsage], tts: [], llm: [] });
    expect(used?.title).toBe('Speech recognition: local');
  });

  const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  const superseded = { prompt_tokens: 1200, completion_tokens: 0, total_tokens: 1200 };

  it('has a table for each provider and model, without tokens that are zero', () =>
    expect(
      listUsage({
        stt: [{ provider: 'deepgram', model: 'nova-3', seconds: 61.5, cost: '0.0100' }],
        tts: [{ provider: 'local', model: null, characters: 1200, heardCharacters: 0 }],
        llm: [
          {
            model: null,
            calls: 2,
            unreportedCalls: 0,
            tokens: { ...superseded, completion_tokens: 7 },
            wasted: { superseded, interrupted: none, failed: none },
          },
        ],
      }),
    ).toEqual([
      {
        title: 'Speech recognition: deepgram, nova-3',
        figures: [
          ['seconds', '61.5'],
          ['cost', '0.0100'],
        ],
      },
      {
        title: 'Language model',
        figures: [
          ['calls', '2'],
          ['unreported calls', '0'],
          ['prompt tokens', '1,200'],
          ['completion tokens', '7'],
          ['total tokens', '1,200'],
          ['wasted, superseded: prompt tokens', '1,200'],
          ['wasted, superseded: total tokens', '1,200'],
        ],
      },
      {
        title: 'Voice: local',
        figures: [
          ['characters', '1,200'],
          ['heard characters', '0'],
        ],
      },
    ]));
});
