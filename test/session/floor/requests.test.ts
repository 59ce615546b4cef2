import { expect, it } from 'vitest';
import { play } from './playFloor.ts';

const REQUEST = { text: 'the menu is open', instructions: 'Be brief.' };

it('one answer is for requested words and for what the user says in that instant, as it was requested', () => {
  const { decided } = play([
    [0, { kind: 'respond', request: REQUEST }],
    [0, { kind: 'typed', text: 'hello' }],
    [0, { kind: 'turn', turn: { turn: 0, text: REQUEST.text, request: REQUEST } }],
    [0, { kind: 'commit_done' }],
    [0, { kind: 'turn', turn: { turn: 1, text: 'hello' } }],
    [0, { kind: 'commit_done' }],
  ]);
  const answers = decided.flatMap(([, decision]) => (decision.kind === 'respond' ? [decision.turn] : []));
  expect(answers).toEqual([{ turn: 1, text: 'hello', request: REQUEST }]);
});
