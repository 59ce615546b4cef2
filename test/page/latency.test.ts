import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { METRIC_PARTS } from '../../src/core/metric.ts';
import type { ServerMessageBody } from '../../src/core/protocol.ts';
import { addToLatency, emptyLatency, type TurnLatency } from '../../src/page/latency.ts';
import { added, thinking, timed } from '../draw/support/notes.ts';
import { waited } from '../support/waited.ts';

const parts = waited({ silence: 576, handler: 200 });
const metrics = (turn: number, heard = true): ServerMessageBody => ({
  type: 'metrics',
  turn,
  heard,
  total_ms: 776,
  parts_ms: parts,
  usage: null,
});

function answersTo(...notes: readonly ServerMessageBody[]): readonly TurnLatency[] {
  return timed(...notes.map((note, at) => [at * 100, note] as const)).reduce(addToLatency, emptyLatency).answers;
}

function questions(...notes: readonly ServerMessageBody[]): readonly string[] {
  return answersTo(...notes).map(({ question }) => question);
}

describe('an answer', () => {
  const spoken = [added('user', 'what time is it'), thinking(0)];

  it('took from the last word of the user to the first sound, and of that time every part is named', () => {
    expect(answersTo(...spoken, metrics(0))).toEqual([
      { turn: 0, heard: true, question: 'what time is it', parts, totalMs: 776, usage: null },
    ]);
  });

  it('that was never heard is an answer too', () => {
    expect(answersTo(...spoken, metrics(0, false))).toMatchObject([{ heard: false }]);
  });

  it('to several messages has all of them for its question', () => {
    expect(questions(added('user', 'what time'), added('user', 'is it'), thinking(1), metrics(1))).toEqual([
      'what time is it',
    ]);
  });

  it('keeps its question while the next one is asked', () => {
    expect(questions(...spoken, added('user', 'and now'), metrics(0), thinking(1), metrics(1))).toEqual([
      'what time is it',
      'and now',
    ]);
  });

  it('without a known question has none, not that of another', () => {
    expect(questions(...spoken, metrics(2))).toEqual(['']);
  });

  it('is not asked by text of the agent', () => {
    expect(questions(added('user', 'a'), added('assistant', 'b'), thinking(0), metrics(0))).toEqual(['a']);
  });
});

describe('the legend', () => {
  it('names every part, in the order of the waterfall', () => {
    const page = readFileSync(new URL('../../src/page/index.html', import.meta.url), 'utf8');
    const [, legend = ''] = /<ul class="legend">(.*?)<\/ul>/su.exec(page) ?? [];
    expect([...legend.matchAll(/class="(\w+)"/gu)].map(([, part]) => part)).toEqual(METRIC_PARTS);
  });
});
