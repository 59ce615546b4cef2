import { describe, expect, it } from 'vitest';
import { playSession } from '../../support/playSession.ts';
import { does, LONG, says, TELL_ME } from '../../support/userActions.ts';

describe('a text that is said as soon as a message is added', () => {
  it('is spoken, also if the message is committed in the instant in which the reply before it ends', async () => {
    const note = does(0, ({ session }) =>
      session.events$.subscribe(({ name }) => name === 'on_user_message_added' && session.say('Noted.')),
    );
    const { history } = await playSession({
      user: [note, TELL_ME, says(2240, 'for two')],
      config: { allow_interruptions: false },
      llm: [{ text: ['One moment. ', ''], tokenMs: 4000 }, 'Done.'],
    });
    expect(history().filter((line) => line.startsWith('user'))).toEqual(['user: tell me', 'user: for two']);
    expect(history().at(-1)).toContain('Noted.');
  });
});

describe('a text that goes in front of words over the agent', () => {
  it('is one for each reply, also if the one before was superseded', async () => {
    const { history } = await playSession({
      user: [
        TELL_ME,
        says(3200, 'at eight', 320),
        does(6000, ({ session }) => session.say('Well.')),
        says(8160, 'no wait please', 960),
        says(11_520, 'at nine', 320),
        does(13_000, ({ session }) => session.say('By the way.')),
      ],
      tts: { utterances: [{}, { firstAudioMs: 2000 }] },
      llm: [LONG, LONG, 'Good.'],
    });
    expect(history().slice(-5)).toEqual([
      'user: at eight no wait please',
      `assistant: ${LONG}`,
      'assistant: By the way.',
      'user: at nine',
      'assistant: Good.',
    ]);
  });
});
