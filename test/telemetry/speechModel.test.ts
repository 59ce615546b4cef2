import { expect, test } from 'vitest';
import { says } from '../support/userActions.ts';
import { createTracedSession } from './traced.ts';

test('the spans of a session with a speech model name it as recogniser and voice', async () => {
  const speechModel = { sampleRate: 16_000, replies: ['At eight.'], words: ['when'] };
  const { clock, session, spans } = createTracedSession({ user: [says(320, '')], speechModel });
  await clock.run(9000);
  session.close('ended_by_client');
  await clock.run(10_000);
  const named = spans().flatMap(({ name, attributes }) => {
    const provider = attributes['gen_ai.provider.name'];
    return provider === undefined ? [] : [[name.split(' ')[0], provider, attributes['gen_ai.request.model']]];
  });
  expect(new Set(named.map((row) => row.join()))).toEqual(
    new Set(['speech_to_text', 'text_to_speech'].map((name) => `${name},speech-model-double,double`)),
  );
});
