import { describe, expect, it } from 'vitest';
import type { SpeechModelInput } from '../../../src/core/speechToSpeech.ts';
import type { SpeechModelDoubleOptions } from '../../../src/testing/doubles/speechModel.ts';
import { playSession, type PlayedSessionOptions } from '../../support/playSession.ts';
import type { TestSession } from '../../support/testSession.ts';
import { does, LONG, says, TELL_ME } from '../../support/userActions.ts';

const provider = { provider: 'deepgram', api_key: 'none' } as const;

/** Plays a session whose recogniser hears the user beside the speech model. */
function play(
  speechModel: SpeechModelDoubleOptions,
  { config, ...more }: PlayedSessionOptions = {},
): Promise<TestSession> {
  return playSession({
    user: [TELL_ME],
    ...more,
    config: { stt: provider, ...config },
    speechModel: { sampleRate: 16_000, ...speechModel },
  });
}

const kindsOf = ({ speechModel }: TestSession): readonly SpeechModelInput['kind'][] =>
  speechModel.inputs.map(({ kind }) => kind);

const remembered = ({ speechModel }: TestSession): readonly string[] =>
  speechModel
    .memory()
    .map(({ role, content, heardMs }) => `${role}: ${content}${heardMs === undefined ? '' : ` (${heardMs} ms)`}`);

describe('a recogniser beside a speech model', () => {
  it('has the words of the user, who is heard by the model', async () => {
    const played = await play({ replies: ['At eight.'] });
    expect(played.history()).toEqual(['user: tell me', 'assistant: At eight.']);
    expect(remembered(played)).toEqual(['user: audio of turn 0', 'assistant: At eight.']);
    expect(played.eventNames.slice(0, 4)).toEqual([
      'user_started_speaking',
      'user_stopped_speaking',
      'user_message_added',
      'agent_started_speaking',
    ]);
  });

  it('keeps a backchannel from the model', async () => {
    const played = await play({ replies: [LONG] }, { user: [TELL_ME, says(3200, 'mhm', 320)] });
    expect(played.history()).toEqual(['user: tell me', `assistant: ${LONG}`]);
    expect(kindsOf(played)).toEqual(['commit', 'respond', 'clear']);
  });

  it('lets the agent go on after a sound without words: nothing is cancelled or cut', async () => {
    const played = await play({ replies: [LONG] }, { user: [TELL_ME, says(3200, '', 640)] });
    expect(played.history()).toEqual([
      'user: tell me',
      'assistant: We opened in nineteen eighty. My',
      'assistant: grandmother cooked here for forty years. Today my sister runs the kitchen.',
    ]);
    expect(kindsOf(played)).toEqual(['commit', 'respond', 'clear']);
    expect(played.spoken().at(-1)).toMatch(/^ ?My grandmother.*kitchen/u);
    expect(remembered(played)).toEqual(['user: audio of turn 0', `assistant: ${LONG}`]);
  });

  it('interrupts with words, and the model remembers what was heard', async () => {
    const played = await play({ replies: [LONG, 'Yes?'] }, { user: [TELL_ME, says(3200, 'no the other one', 960)] });
    expect(played.history().slice(-2)).toEqual(['user: no the other one', 'assistant: Yes?']);
    expect(kindsOf(played)).toEqual(['commit', 'respond', 'truncate', 'commit', 'respond']);
    expect(remembered(played)[1]).toMatch(/kitchen\. \(\d+ ms\)$/u);
  });

  it('cuts what was heard even if the agent had been interrupted without words before', async () => {
    const user = [TELL_ME, says(3200, '', 640), says(6400, 'no the other one', 960)];
    const played = await play({ replies: [LONG, 'Yes?'] }, { user });
    const heard = played.history().filter((line) => line.startsWith('assistant: '));
    const chars = heard.slice(0, 2).join(' ').replaceAll('assistant: ', '').length;
    const ms = Number(/\((\d+) ms\)/u.exec(remembered(played)[1] ?? '')?.[1]);
    expect(chars).toBeGreaterThan(60);
    expect(Math.abs(ms / 60 - chars)).toBeLessThan(12);
  });
});

describe('a voice beside a speech model', () => {
  it('says the texts of the application, which the model remembers', async () => {
    const user = [does(1000, ({ session }) => session.say('Welcome.'))];
    const played = await play({}, { user, config: { tts: provider } });
    expect(played.tts.utterances.map(({ text }) => text)).toEqual(['Welcome.']);
    expect(kindsOf(played)).toEqual(['add']);
    expect(remembered(played)).toEqual(['assistant: Welcome.']);
  });

  it('says a filler, and the model the answer', async () => {
    const played = await play(
      { replies: [{ text: 'At eight.', firstAudioMs: 4000 }] },
      { config: { tts: provider, filler: 'One moment.', filler_delay: 1 } },
    );
    expect(played.tts.utterances.map(({ text }) => text)).toEqual(['One moment.']);
    expect(played.history()).toEqual(['user: tell me', 'assistant: One moment. At eight.']);
  });

  it('leaves an interrupted answer behind a filler at its place', async () => {
    const played = await play(
      { replies: [{ text: LONG, firstAudioMs: 3000 }, 'Yes?'] },
      {
        user: [TELL_ME, says(7000, 'no the other one', 960)],
        config: { tts: provider, filler: 'One moment.', filler_delay: 1 },
      },
    );
    const [, heard = ''] = /^assistant: One moment\. (.*)$/u.exec(played.history()[1] ?? '') ?? [];
    const ms = Number(/\((\d+) ms\)/u.exec(remembered(played)[1] ?? '')?.[1]);
    expect(Math.abs(ms / 60 - heard.length)).toBeLessThan(12);
  });
});
