import { describe, expect, it } from 'vitest';
import { createAgentLine, finishHeard, finish, splitHeard } from '../../../src/client/transcript/agentLine.ts';
import type { AgentLine } from '../../../src/client/transcript/lines.ts';

const line: AgentLine = {
  ...createAgentLine({ type: 'agent.text', utterance_id: 'u1', delta: 'Well, then. Good night.', seq: 7, t_ms: 1200 }),
  state: 'audible',
};

describe('finishHeard', () => {
  it.each([
    ['in whole words', 'Well, then.', 'Well, then.', ' Good night.'],
    ['with other spaces than were announced', 'Well,then.  Good', 'Well, then. Good', ' night.'],
    ['to its end', 'Well, then. Good night.', 'Well, then. Good night.', ''],
    ['not at all', '', '', 'Well, then. Good night.'],
    ['in other words: the history is right', 'Good morning.', 'Good morning.', ''],
  ])('leaves what was heard and cuts the rest: %s', (_which, heard, text, cut) => {
    expect(finishHeard(line, heard)).toEqual({ ...line, text, cut, state: 'over' });
  });

  it('cuts no space that follows the last word', () => {
    expect(finishHeard({ ...line, text: 'Well.\n ' }, 'Well.')).toMatchObject({ text: 'Well.', cut: '' });
  });

  it.each([
    ['with what it repeats', 'Good', 'Well, then. Good', ' night.'],
    ['not at all if none of its new words was', '', '', 'Well, then. Good night.'],
  ])('counts new words behind those that it repeats: %s', (_which, heard, text, cut) => {
    expect(finishHeard({ ...line, repeatedChars: 11 }, heard)).toMatchObject({ text, cut });
  });

  it('can be set again, more exactly', () => {
    expect(finishHeard(finishHeard(line, ''), 'Well,')).toMatchObject({ text: 'Well,', cut: ' then. Good night.' });
  });
});

describe('finish', () => {
  it('takes all of an utterance for heard that was audible', () => {
    expect(finish(line)).toEqual({ ...line, state: 'over' });
  });

  it('takes nothing for heard that never was', () => {
    expect(finish({ ...line, state: 'coming' })).toEqual({ ...line, text: '', cut: line.text, state: 'over' });
  });
});

describe('splitHeard', () => {
  it.each([
    [0, '', 'Well, then. Good night.'],
    [59, '', 'Well, then. Good night.'],
    [60, 'Well,', ' then. Good night.'],
    [360, 'Well, then.', ' Good night.'],
    [60_000, 'Well, then. Good night.', ''],
  ])('after %i ms, at 60 ms a character, the word being played is heard', (playedMs, heard, coming) => {
    expect(splitHeard({ ...line, playedMs }, 60)).toEqual({ heard, coming });
  });

  it('leaves nothing to come once the line is over', () => {
    expect(splitHeard(finishHeard(line, 'Well,'), 60)).toEqual({ heard: 'Well,', coming: '' });
  });
});
