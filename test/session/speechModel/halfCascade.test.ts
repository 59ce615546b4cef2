import { map } from 'rxjs';
import type { TurnEvent } from '../../../src/core/turn.ts';
import { describe, expect, it } from 'vitest';
import type { SpeechModelDoubleOptions } from '../../../src/testing/doubles/speechModel.ts';
import { playSession, type PlayedSessionOptions } from '../../support/playSession.ts';
import type { TestSession } from '../../support/testSession.ts';
import { LONG, says } from '../../support/userActions.ts';

const tts = { provider: 'deepgram', api_key: 'none' } as const;
const ASKED = says(320, '');

/** Plays a session whose speech model hears the user and writes, and whose own voice speaks. */
const play = (speechModel: SpeechModelDoubleOptions, more: PlayedSessionOptions = {}): Promise<TestSession> =>
  playSession({ user: [ASKED], config: { tts }, ...more, speechModel: { output: 'text', ...speechModel } });

const remembered = ({ speechModel }: TestSession): readonly string[] =>
  speechModel.memory().map(({ role, content }) => `${role}: ${content}`);

describe('a speech model that writes', () => {
  it('is spoken by the voice of the session', async () => {
    const played = await play({ replies: ['We open at eight.'], words: ['when'] });
    expect(played.tts.utterances.map(({ text }) => text)).toEqual(['We open at eight.']);
    expect(played.history()).toEqual(['user: when', 'assistant: We open at eight.']);
    expect(remembered(played)).toEqual(['user: audio of turn 0', 'assistant: We open at eight.']);
  });

  it('remembers of an interrupted answer what was heard', async () => {
    const user = [ASKED, says(4000, '', 640)];
    const played = await play({ replies: [LONG, 'Yes?'], words: ['tell me', 'wait'] }, { user });
    const heard = 'We opened in nineteen eighty. My grandmother';
    expect(played.history()).toEqual(['user: tell me', `assistant: ${heard}`, 'user: wait', 'assistant: Yes?']);
    expect(remembered(played)).toEqual([
      'user: audio of turn 0',
      `assistant: ${heard}`,
      'user: audio of turn 1',
      'assistant: Yes?',
    ]);
  });

  it('remembers its own text after a sound without words over it', async () => {
    const user = [says(320, 'tell me'), says(4000, '', 640)];
    const config = { tts, stt: tts };
    const played = await play({ replies: [LONG], words: ['tell me'] }, { user, config });
    expect(played.history().slice(1).join(' ').replaceAll('assistant: ', '')).toBe(LONG);
    expect(remembered(played)).toEqual(['user: audio of turn 0', `assistant: ${LONG}`]);
  });

  it('does not say what hidden tags enclose, nor remember it', async () => {
    const played = await play({ replies: ['<think>At eight, I think.</think>At eight.'], words: ['when'] });
    expect(played.tts.utterances.map(({ text }) => text)).toEqual(['At eight.']);
    expect(remembered(played)).toEqual(['user: audio of turn 0', 'assistant: At eight.']);
  });

  it('may have its text changed by a splice, and remembers what was heard', async () => {
    const reply = map((event: TurnEvent) =>
      event.kind === 'text' ? { ...event, delta: event.delta.toUpperCase() } : event,
    );
    const played = await play({ replies: ['At eight.'] }, { options: { splice: { reply } } });
    expect(played.tts.utterances.map(({ text }) => text)).toEqual(['AT EIGHT.']);
    expect(remembered(played)).toEqual(['user: audio of turn 0', 'assistant: AT EIGHT.']);
  });
});
