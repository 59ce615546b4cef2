import { filter, identity, map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { UserTurn } from '../../../src/core/speech.ts';
import type { SessionOptions } from '../../../src/session/session.ts';
import { playSession } from '../../support/playSession.ts';
import { createTestSession } from '../../support/testSession.ts';
import { says, types } from '../../support/userActions.ts';

const create = (options: SessionOptions): unknown => createTestSession({ speechModel: {}, options });

describe('a session whose speech model speaks', () => {
  it.each([
    ['splice.reply', { splice: { reply: identity } }],
    ['stages.transcribe', { stages: { transcribe: (_: unknown, standard: () => never) => standard() } }],
    ['stages.llmTurn', { stages: { llmTurn: (_: unknown, standard: () => never) => standard() } }],
    ['stages.speak', { stages: { speak: (_: unknown, standard: () => never) => standard() } }],
  ])('refuses %s', (path, options) => {
    expect(() => create(options as SessionOptions)).toThrow(
      `${path}: expected none, because the speech model does this`,
    );
  });

  it('takes any other splice', async () => {
    const splice = { activity: identity, transcript: identity, speech: identity, playout: identity };
    const speechModel = { replies: ['At eight.'], words: ['when'] };
    const { history } = await playSession({ user: [says(320, '')], speechModel, options: { splice } });
    expect(history()).toEqual(['user: when', 'assistant: At eight.']);
  });
});

describe('a splice at userTurn', () => {
  const speechModel = { replies: ['At eight.'], words: ['when'] };

  it('may drop a turn, of which the model hears nothing', async () => {
    const options = { splice: { userTurn: filter(({ turn }: UserTurn) => turn < 0) } };
    const { history, speechModel: model } = await playSession({ user: [says(320, '')], speechModel, options });
    expect(history()).toEqual([]);
    expect(model.inputs.map(({ kind }) => kind)).toEqual(['clear']);
  });

  it('cannot change a turn that was heard', async () => {
    const options = { splice: { userTurn: map((turn: UserTurn) => ({ ...turn, text: 'no' })) } };
    const { history, codes } = await playSession({ user: [says(320, '')], speechModel, options });
    expect(history()).toEqual(['user: when', 'assistant: At eight.']);
    expect(codes).toEqual(['splice_failed']);
  });

  it('may change a turn that was typed', async () => {
    const options = {
      splice: { userTurn: map((turn: UserTurn) => ({ ...turn, text: 'at what time' })) },
    };
    const {
      history,
      speechModel: model,
      codes,
    } = await playSession({ user: [types(320, 'when')], speechModel, options });
    expect(history()).toEqual(['user: at what time', 'assistant: At eight.']);
    expect(model.memory()[0]).toEqual({ role: 'user', content: 'at what time' });
    expect(codes).toEqual([]);
  });
});
