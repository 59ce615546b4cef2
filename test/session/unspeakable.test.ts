import { expect, it } from 'vitest';
import { createTestSession } from '../support/testSession.ts';
import { says, TELL_ME } from '../support/userActions.ts';

const TEXTS = ['…', '—', '...', '👍', '* * *', '→', '   '];
const VOICES = (['sentences', 'tokens'] as const).flatMap((accepts) =>
  [false, true].map((normalize_for_speech) => ({ accepts, normalize_for_speech })),
);

it.each(VOICES.flatMap((voice) => TEXTS.map((text) => ({ text, ...voice }))))(
  'a reply of "$text" is an empty one, to a voice that accepts $accepts, normalised: $normalize_for_speech',
  async ({ text, accepts, normalize_for_speech }) => {
    const { clock, codes, history } = createTestSession({
      user: [TELL_ME, says(2400, 'go on')],
      llm: [text, 'Gladly.'],
      config: { normalize_for_speech },
      tts: { accepts },
    });
    await clock.run(10_000);
    expect(history()).toEqual(['user: tell me', 'user: go on', 'assistant: Gladly.']);
    expect(codes).toEqual(['empty_reply']);
  },
);

it('what no voice says does not hold back the words after it', async () => {
  const { clock, history } = createTestSession({ user: [TELL_ME], llm: ['… Well.'] });
  await clock.run(10_000);
  expect(history()).toEqual(['user: tell me', 'assistant: … Well.']);
});
