import { expect, test } from 'vitest';
import type { Score } from '../../../src/testing/score/writtenScore.ts';
import { score } from '../../../src/testing/score.ts';
import type { ScoreOptions } from '../../../src/testing/score/options.ts';
import { concierge } from './concierge.ts';

const booked: ScoreOptions = {
  llm: [{ calls: [{ name: 'book', arguments: { guests: 2, note: ['at eight'] } }] }, 'A table for two.'],
};

function hold(expected: (score: Score) => void): Promise<unknown> {
  return score(concierge(), (parts) => (parts.user.types('1s', 'hello'), expected(parts)), booked);
}

test.each<[string, (score: Score) => void, (score: Score) => void]>([
  [
    'heard',
    ({ agent, matches }) => agent.heard(matches(/table for \w+/u)),
    ({ agent, matches }) => agent.heard(matches(/^for/u)),
  ],
  [
    'never said',
    ({ agent, matches }) => agent.neverSays(matches(/^table/u)),
    ({ agent, matches }) => agent.neverSays(matches(/two/gu)),
  ],
  [
    'in the history',
    ({ history, matches }) => history([{ content: matches(/^h/u) }, {}, {}, { content: matches(/two/gy) }]),
    ({ history, matches }) => history([{ content: matches(/^x/u) }, {}, {}, {}]),
  ],
  [
    'in arguments',
    ({ agent, matches }) => agent.calls('book', { guests: 2, note: [matches(/eight/u)] }),
    ({ agent, matches }) => agent.calls([{ name: 'book', args: { guests: 2, note: [matches(/nine/u)] } }]),
  ],
])('a pattern stands for a text: %s', async (_, holds, fails) => {
  await hold(holds);
  await hold(holds);
  await expect(hold(fails)).rejects.toThrow('in 1 point');
});

test('a pattern is shown as it is written', async () => {
  await expect(hold(({ agent, matches }) => agent.heard(matches(/no+/u)))).rejects.toThrow(
    "agent.heard(matches(/no+/u)): the user heard 'A table for two.'",
  );
});

test('what is no pattern is refused', async () => {
  await expect(hold(({ matches }) => void matches('text' as never))).rejects.toThrow('expected a regular expression');
});
