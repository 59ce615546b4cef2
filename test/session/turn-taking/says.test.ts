import { describe, expect, it } from 'vitest';
import { playSession } from '../../support/playSession.ts';
import { does, says, TELL_ME } from '../../support/userActions.ts';

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
