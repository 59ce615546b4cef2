import { map } from 'rxjs';
import { expect, test } from 'vitest';
import type { UserTurn } from '../../../src/core/speech.ts';
import type { SpliceOperator, Splices } from '../../../src/session/splices/splice.ts';
import { createAgentDouble } from '../../../src/testing/doubles/agent.ts';
import { score } from '../../../src/testing/score.ts';

const play = (splice: Splices): Promise<unknown> =>
  score(
    createAgentDouble(),
    ({ user, history }) => {
      user.types('1s', 'hello');
      history([{ content: 'HELLO' }, { content: 'Hello.' }]);
    },
    { llm: ['Hello.'], splice },
  );

const shout: SpliceOperator<'userTurn'> = map((turn) => ({ ...turn, text: turn.text.toUpperCase() }));

test('a splice of a score may have settings', async () => {
  await play({ userTurn: { operator: shout, name: 'shout' } });
});

test('a splice of a score gets the session', async () => {
  const ids: string[] = [];
  await play({
    userTurn: (turns, session) => {
      ids.push(session.id);
      return shout(turns, session);
    },
  });
  expect(ids).toEqual(['ses_score']);
});

test('the settings of a splice are those of the score', async () => {
  const failing = map((): UserTurn => expect.fail('no'));
  await expect(play({ userTurn: { operator: failing, name: 'guard', onError: 'drop' } })).rejects.toThrow(
    'the splice "guard" at "userTurn" failed',
  );
});
