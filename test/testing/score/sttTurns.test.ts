import { test } from 'vitest';
import { TurnDetection } from '../../../providers/names.ts';
import { score } from '../../../src/testing/score.ts';
import { concierge } from './concierge.ts';

test('a dictated number with a pause of 0.9 s is one message, when the recogniser finds the ends of turns', () =>
  score(
    concierge(),
    ({ user, history }) => {
      user.says('1s', 'five five five', '960ms');
      user.says('2.86s', 'one two three', '960ms');
      history([
        { role: 'user', content: 'five five five one two three' },
        { role: 'assistant', content: 'Thank you.' },
      ]);
    },
    {
      llm: ['Thank you.'],
      doubles: { stt: { turns: { endMs: 1200 } } },
      config: { turn_detection: TurnDetection.STT() },
    },
  ));
