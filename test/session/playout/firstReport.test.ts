import { describe, expect, it } from 'vitest';
import { play, report } from './score.ts';

const reportsStarts = true;

describe('the first utterance of a client that is to report starts', () => {
  it.each([
    [249, '249: u started'],
    [250, '250: u started'],
    [251, '250: u started 250 ms ago'],
  ])('starts when the client reports it, or 250 ms after its first frame: the report comes after %i ms', (ms, line) => {
    expect(play({ commands: '(sa)', reports: `${ms}ms s`, reportsStarts })).toEqual(['0: u sent 1000', line]);
  });

  it('never starts if it is cut before a sample was played', () => {
    const reportValues = { c: report('cleared', 0) };
    const stopped = ['0: u sent 1000', '10: u stopped 0 ""'];
    expect(play({ commands: '(sac)', reports: '10ms c', reportValues, reportsStarts })).toEqual(stopped);
    expect(play({ commands: '(sac)', reports: '5ms s----c', reportValues, reportsStarts })).toEqual(stopped);
    expect(play({ commands: '(sac)', reports: '5ms s', reportsStarts })).toEqual([
      '0: u sent 1000',
      '250: u stopped 0 ""',
    ]);
  });

  it('starts if a sample was played by the cut, as the client reports later', () => {
    expect(play({ commands: '(sa)-c', reports: '9ms s----c', reportsStarts })).toEqual([
      '0: u sent 1000',
      '14: u started, u played 400, u stopped 400 "one"',
    ]);
  });

  it('starts at its stop if the client says nothing by then', () => {
    expect(play({ commands: '(sa) 196ms c', reportsStarts })).toEqual([
      '0: u sent 1000',
      '450: u started 450 ms ago, u stopped 200 ""',
    ]);
  });

  it('is the only one that is awaited: a client that says nothing cannot tell', () => {
    expect(play({ commands: '(sae) 1495ms (SA)', reportsStarts })).toEqual([
      '0: u sent 1000',
      '250: u started 250 ms ago',
      '1000: u stopped 1000 "one three."!',
      '1500: v sent 1000, v started',
    ]);
  });
});
