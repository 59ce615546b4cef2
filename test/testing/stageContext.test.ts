import { merge } from 'rxjs';
import { expect, it } from 'vitest';
import { transcripts } from '../../src/testing/fixtures.ts';
import { flags } from '../support/letters.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { createStageContext } from '../../src/testing/stageContext.ts';

it('a stage reads what the test gives it, and nothing else comes', () =>
  marbles(({ hot, expectObservable }) => {
    const transcript = hot('--f--', transcripts);
    const agentAudible = hot('-t---', flags);
    const { edges, floor, muted } = createStageContext({ transcript, agentAudible });
    expectObservable(edges.transcript).toBe('--f--', transcripts);
    expectObservable(floor.agentAudible).toBe('-t---', flags);
    expectObservable(merge(edges.reply, floor.cut, muted)).toBe('-----');
  }));

it('the floor is open, the agent quiet, the history empty and the client there', () =>
  marbles(({ expectObservable }) => {
    const { floor, history, connected } = createStageContext();
    expectObservable(floor.open).toBe('t', flags);
    expectObservable(floor.agentAudible).toBe('f', flags);
    expectObservable(history).toBe('h', { h: [] });
    expectObservable(connected).toBe('t', flags);
  }));

it('takes what is reported', () => {
  const reported: unknown[] = [];
  const { report } = createStageContext({ report: (error) => reported.push(error) });
  report('quiet' as never);
  expect(reported).toEqual(['quiet']);
});
