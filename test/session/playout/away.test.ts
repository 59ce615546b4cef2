import { describe, expect, it } from 'vitest';
import { audio, end, play } from './score.ts';

describe('a client that is away', () => {
  it('makes the ledger stand still', () => {
    expect(play({ commands: '(sae)', connected: '400ms f 1999ms t' })).toEqual([
      '0: u sent 1000, u started',
      '3000: u stopped 1000 "one three."!',
    ]);
  });

  it('is not waited for at a cut: what is known is what was heard', () => {
    expect(play({ commands: '(sa) 796ms c', connected: '400ms f' })).toEqual([
      '0: u sent 1000, u started',
      '800: u stopped 400 "one"',
    ]);
    expect(play({ commands: '(sa) 296ms c', connected: '400ms f' })).toEqual([
      '0: u sent 1000, u started',
      '400: u stopped 300 "one"',
    ]);
  });

  const commandValues = { a: audio(9000), e: end(9000) };

  it.each([
    [2999, ['3299: u played 600', '6299: silent']],
    [3000, ['3300: u played 600', '6300: silent']],
    [3001, ['3300: silent', '3301: resumed, u played 600', '6301: silent']],
  ])('is one that has reported positions and then nothing for 3 s: the next comes after %i ms', (ms, lines) => {
    expect(play({ commands: '(sae)', reports: `300ms p ${ms - 1}ms q`, commandValues }).slice(2)).toEqual(lines);
  });

  it('has reported positions also if its last report is another one', () => {
    const reports = '300ms p 99ms s';
    expect(play({ commands: '(sae)', reports, commandValues }).slice(2)).toEqual(['3400: silent']);
  });

  it('is not silent while there is nothing to play', () => {
    const more = { b: audio(9000) };
    expect(play({ commands: '(sa) 9996ms b', reports: '300ms p', commandValues: more }).slice(2)).toEqual([
      '10000: u sent 10000',
      '13000: silent',
    ]);
  });

  it('is never silent if it does not report positions', () => {
    expect(play({ commands: '(sae)', reports: '-s', commandValues })).toEqual([
      '0: u sent 9000, u started',
      '10000: u stopped 9000 "one three."!',
    ]);
  });

  it('is not back when `connected` is true again', () => {
    expect(play({ commands: '(sae)', reports: '300ms p', connected: '5s t', commandValues }).slice(2)).toEqual([
      '3300: silent',
    ]);
  });

  it('stands still while silent, and is back when it comes again', () => {
    expect(play({ commands: '(sae)', reports: '300ms p', connected: '5s f 999ms t', commandValues }).slice(2)).toEqual([
      '3300: silent',
      '6000: resumed',
      '9000: silent',
    ]);
  });
});
