import { describe, expect, it } from 'vitest';
import type { PlayedTurn } from '../../../src/replay/whatIf/outcome/turns.ts';
import type { ComparedTurn } from '../../../src/replay/whatIf/whatIf.ts';
import { findDifferences, summarise } from '../../../src/studio/page/logic/differences.ts';

function turn(waitMs: number | null, cutOff = false): PlayedTurn {
  const quietMs = 1000;
  const audibleMs = waitMs === null ? null : quietMs + waitMs;
  return {
    turn: 1,
    recorded: 1,
    text: '',
    committedMs: 1500,
    quietMs,
    audibleMs,
    waitMs,
    cutOff,
    reply: null,
    heard: '',
  };
}

function row(before: readonly PlayedTurn[], after: readonly PlayedTurn[], joined: number | null = null): ComparedTurn {
  return { turn: 1, text: 'a table', before, after: after.map((one) => ({ ...one, caveats: [] })), joined };
}

describe('a turn', () => {
  it.each<[string, ComparedTurn, string | undefined]>([
    ['shorter', row([turn(900)], [turn(480)]), 'waits 0.42 s less'],
    ['longer', row([turn(480)], [turn(900)]), 'waits 0.42 s longer'],
    ['longer', row([turn(480, true)], [turn(900, true)]), 'waits 0.42 s longer'],
    ['longer', row([turn(900), turn(300)], [turn(900), turn(700)]), 'waits 0.40 s longer'],
    ['cutOff', row([turn(900)], [turn(480, true)]), 'is answered before the user has finished'],
    ['spared', row([turn(900, true)], [turn(1200)]), 'is no longer cut off'],
    ['split', row([turn(900)], [turn(200), turn(300)]), 'is split into 2 turns'],
    ['joined', row([turn(900)], [], 4), 'is part of turn 4'],
    ['unanswered', row([turn(900)], []), 'gets no answer of its own'],
    ['unanswered', row([turn(900, true)], []), 'gets no answer of its own'],
  ])('is marked as %s', (kind, compared, text) => {
    const [found] = findDifferences({ rows: [compared] });
    expect(found?.kind).toBe(kind);
    expect(found?.text).toBe(text);
  });

  it('that waits as long as before is not marked', () =>
    expect(findDifferences({ rows: [row([turn(900)], [turn(910)])] })).toEqual([]));

  it('is named by its number and its words', () =>
    expect(findDifferences({ rows: [row([turn(900)], [turn(480)])] })).toMatchObject([{ turn: 1, words: 'a table' }]));

  it('is marked from its end to the later answer', () => {
    const [found] = findDifferences({ rows: [row([turn(900)], [turn(480)])] });
    expect([found?.fromMs, found?.toMs]).toEqual([1000, 1900]);
  });
});

describe('the summary', () => {
  const figures = (before: number, after: number) => {
    const rest = { turns: 1, unanswered: 0, cutOff: 0, interruptions: 0, falseInterruptions: 0, failed: 0 };
    const waits = (mean: number) => ({ mean, median: mean, p90: mean });
    return { before: { ...rest, waitMs: waits(before) }, after: { ...rest, waitMs: waits(after) } };
  };

  it('says what was saved and that nobody is cut off', () =>
    expect(summarise({ figures: figures(900, 480), rows: [row([turn(900)], [turn(480)])] })).toBe(
      '0.48 s wait per turn, 0.42 s less, at most 0.48 s. No new cut-offs.',
    ));

  it('says who is cut off and who no longer is', () => {
    const rows = [row([turn(900)], [turn(480, true)]), { ...row([turn(900, true)], [turn(480)]), turn: 2 }];
    expect(summarise({ figures: figures(900, 1400), rows })).toBe(
      '1.40 s wait per turn, 0.50 s more, at most 1.40 s. Cuts off turn 1. Spares turn 2.',
    );
  });

  it('names all turns that are cut off, and none that was cut off before', () => {
    const was = row([turn(900)], [turn(480, true)]);
    const rows = [was, { ...was, turn: 2 }, { ...row([turn(900, true)], [turn(480, true)]), turn: 3 }];
    expect(summarise({ figures: figures(900, 480), rows })).toBe(
      '0.48 s wait per turn, 0.42 s less, at most 0.48 s. Cuts off turns 1, 2.',
    );
  });

  it('does not call a turn spared that is not answered', () =>
    expect(summarise({ figures: figures(900, 900), rows: [row([turn(900, true)], [])] })).not.toContain('Spares'));

  it('of a call without an answer compares no waits', () => {
    const { before, after } = figures(900, 900);
    expect(summarise({ figures: { before, after: { ...after, waitMs: null } }, rows: [] })).toMatch(/^No wait/u);
  });

  it('does not speak of a difference that is not there', () =>
    expect(summarise({ figures: figures(900, 900), rows: [row([turn(900)], [turn(900)])] })).toMatch(
      /^0\.90 s wait per turn, as before,/u,
    ));
});
