import { expect, test } from 'vitest';
import { explainOpenTurn, explainTurnEnd } from '../../../operators/endpointing/explain.ts';
import { createTurn, updateTurn, type TurnInput, type TurnState } from '../../../operators/endpointing/turnState.ts';

const started = { kind: 'started', segment: 4, atMs: 100, voicedMs: 100, lastVoicedMs: 100, audio: [] } as const;
const ended = { kind: 'ended', segment: 4, atMs: 676, voicedMs: 100, lastVoicedMs: 100, by: 'silence' } as const;
const words = { kind: 'interim', segment: 4, text: 'a table' } as const;
const settled = { kind: 'settled', segment: 4, by: 'final' } as const;

function stateAfter(events: readonly TurnInput[]): TurnState {
  const state = createTurn();
  for (const event of events)
    updateTurn(state, event, { now: 'atMs' in event ? event.atMs : 700, finalsSettle: false });
  return state;
}

test.each<[string, readonly TurnInput[], string | undefined]>([
  ['an open segment', [started, words], 'waits: segment 4 is still open'],
  ['a missing final', [started, words, ended], 'waits: segment 4 has no final yet (1.2 s left)'],
  ['missing words', [started, ended], 'waits: segment 4 has no words yet (1.2 s left)'],
  ['silence', [started, words, ended, settled], 'waits: 0.6 s of silence, 0.8 needed (0.2 s left)'],
  ['nothing', [], undefined],
])('a turn waits for %s', (_what, events, text) => {
  const options = { now: 700, minDelayMs: 800, wordsDueAt: () => 1900 };
  expect(explainOpenTurn(stateAfter(events), options)?.text).toBe(text);
});

test.each([
  ['has passed', 699],
  ['is unknown', null],
])('a time limit that %s is not named', (_what, dueAt) => {
  const options = { now: 700, minDelayMs: 800, wordsDueAt: () => dueAt };
  expect(explainOpenTurn(stateAfter([started, words, ended]), options)?.text).toBe('waits: segment 4 has no final yet');
});

test('the end of a turn has its silence', () => {
  const { text, numbers } = explainTurnEnd(stateAfter([started, words, ended, settled]), { now: 900, minDelayMs: 800 });
  expect(text).toBe('0.8 s of silence, 0.8 needed, and all words are known');
  expect(numbers).toEqual({ silenceMs: 800, neededMs: 800 });
});

test('the silence counts from the last voice of all segments, but not from a noise', () => {
  const next = { ...started, segment: 5, atMs: 1000, lastVoicedMs: 1000 };
  const noise = { ...started, segment: 6, atMs: 1500, lastVoicedMs: 1500 };
  const state = stateAfter([started, words, next, noise, { kind: 'settled', segment: 6, by: 'noise' }]);
  expect(explainTurnEnd(state, { now: 2000, minDelayMs: 800 }).numbers).toMatchObject({ silenceMs: 1000 });
});

test('a turn whose words came without voice has no silence', () => {
  const state = stateAfter([{ kind: 'final', segment: 4, text: 'a table' }]);
  expect(explainTurnEnd(state, { now: 900, minDelayMs: 800 }).text).toBe('all words are known');
});

test('a turn whose silence is long enough waits for nothing', () => {
  const options = { now: 900, minDelayMs: 800, wordsDueAt: () => null };
  expect(explainOpenTurn(stateAfter([started, words, ended, settled]), options)).toBe(null);
});
