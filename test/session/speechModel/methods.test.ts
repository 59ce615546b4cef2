import { describe, expect, it } from 'vitest';
import { playSession } from '../../support/playSession.ts';
import { does, says } from '../../support/userActions.ts';

const ASKED = says(320, '');
const speechModel = { sampleRate: 16_000, replies: ['At eight.', 'At nine.'], words: ['when', 'and later'] };

describe('with a speech model', () => {
  it('push to talk commits what was said until the release', async () => {
    const press = does(300, ({ io }) => io.user.muted.next(false));
    const release = does(8300, ({ io }) => {
      io.user.turns.next('commit');
      io.user.muted.next(true);
    });
    const { history, speechModel: model } = await playSession({
      user: [says(320, '', 6000), press, release],
      config: { push_to_talk: true },
      prepare: (io) => io.user.muted.next(true),
      speechModel,
    });
    expect(history()).toEqual(['user: when', 'assistant: At eight.']);
    expect(model.inputs.map(({ kind }) => kind)).toEqual(['commit', 'respond']);
  });

  it('telephone keys reach it as text', async () => {
    const keys = does(300, ({ io }) => (['4', '2', '#'] as const).forEach((key) => io.user.digits.next(key)));
    const { history, speechModel: model } = await playSession({ user: [keys], speechModel });
    expect(history()).toEqual(['user: 42', 'assistant: At eight.']);
    expect(model.inputs[0]).toEqual({ kind: 'add', messages: [{ role: 'user', content: '42' }] });
  });

  it('new instructions reach it before the next answer', async () => {
    const update = does(5000, ({ session }) => session.update({ instructions: 'Answer in French.' }));
    const { speechModel: model } = await playSession({ user: [ASKED, update, says(6000, '')], speechModel });
    expect(model.inputs.map(({ kind }) => kind)).toEqual(['commit', 'respond', 'commit', 'update', 'respond']);
  });

  it('a session that only transcribes has its words, and requests no answer', async () => {
    const config = { transcription_only: true } as const;
    const { history, speechModel: model } = await playSession({ user: [ASKED], config, speechModel });
    expect(history()).toEqual(['user: when']);
    expect(model.inputs.map(({ kind }) => kind)).toEqual(['commit']);
  });
});
