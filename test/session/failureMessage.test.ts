import { describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../src/core/checkpoint.ts';
import { restoreUpdates } from '../../src/session/checkpoints/resume.ts';
import { replay } from '../../src/replay/replay.ts';
import type { LlmReply } from '../../src/testing/doubles/streamReply.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { does, says, types } from '../support/userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';
import { BILLING_CONFIG, CALL, create as createHandedOff } from './handoff/handedOff.ts';
import { create } from './updates/updatedSession.ts';

const SORRY = 'Sorry, say that again, please.';
const FAILS: LlmReply = { text: 'One two three. Four.', failAfterTokens: 0 };
const MUTE = { failAfterChars: 0 };

async function play({ config, ...options }: TestSessionOptions, forMs = 15_000): Promise<TestSession> {
  const made = createTestSession({
    user: [types(500, 'hello')],
    llm: [FAILS, 'Yes?'],
    ...options,
    config: { on_failure_message: SORRY, ...config },
  });
  await made.clock.run(forMs);
  return made;
}

describe('on_failure_message', () => {
  it('is nothing by default, nor where it is blank', async () => {
    for (const on_failure_message of [null, '', ' ', undefined]) {
      const { history } = await play({ config: { on_failure_message } });
      expect(history()).toEqual(['user: hello']);
    }
  });

  it.each<[string, TestSessionOptions, string[]]>([
    ['the model fails', {}, ['handler_failed']],
    ['the model hangs', { llm: [{ text: 'One.', firstTokenMs: 12_000 }] }, ['slow_reply', 'handler_timeout']],
    ['the voice fails', { llm: ['One.'], tts: { utterances: [MUTE] } }, ['provider_failed']],
    ['the voice hangs', { llm: ['One.'], tts: { utterances: [{ firstAudioMs: 6000 }] } }, ['tts_timeout']],
    ['the voice brings no audio', { llm: ['One.'], tts: { utterances: [{ msPerChar: 0 }] } }, ['provider_failed']],
    [
      'a filler is all that was heard',
      { config: { filler: 'Hm.', filler_delay: 1 }, llm: [{ ...FAILS, firstTokenMs: 3000 }] },
      ['handler_failed'],
    ],
  ])('is said once when %s', async (_, options, codes) => {
    const made = await play(options, 25_000);
    expect(made.history().at(-1)).toBe(`assistant: ${SORRY}`);
    expect(made.history().filter((line) => line.includes(SORRY))).toHaveLength(1);
    expect(made.codes).toEqual(codes);
  });

  it('is said behind the first message that has failed', async () => {
    const { history } = await play({ user: [], config: { first_message: 'Hello.' }, tts: { utterances: [MUTE] } });
    expect(history()).toEqual([`assistant: ${SORRY}`]);
  });

  it('is said for each turn that fails', async () => {
    const { history } = await play({ user: [types(500, 'hello'), types(5000, 'hm')], llm: [FAILS, FAILS] });
    expect(history()).toEqual(['user: hello', `assistant: ${SORRY}`, 'user: hm', `assistant: ${SORRY}`]);
  });

  it('is tried once: if the voice fails again, nothing follows', async () => {
    const { history, codes, tts } = await play({ llm: ['One.'], tts: { utterances: [MUTE, MUTE] } });
    expect(history()).toEqual(['user: hello']);
    expect(codes).toEqual(['provider_failed', 'provider_failed']);
    expect(tts.utterances).toHaveLength(2);
  });

  it.each<[string, TestSessionOptions, string]>([
    ['a word of the answer was heard', { llm: [{ ...FAILS, failAfterTokens: 3 }] }, 'assistant: One two three.'],
    ['the answer is empty', { llm: ['…'] }, 'user: hello'],
    [
      'the session is told to be silent',
      {
        llm: [{ text: 'One.', firstTokenMs: 3000 }],
        user: [types(500, 'hello'), does(1000, ({ session }) => session.interrupt())],
      },
      'user: hello',
    ],
    [
      'the session ends',
      {
        llm: [{ ...FAILS, firstTokenMs: 3000 }],
        user: [types(500, 'hello'), does(1000, ({ session }) => session.end())],
      },
      'user: hello',
    ],
    [
      'the answer to the next words is due',
      { user: [types(500, 'hello'), types(500, 'are you there')] },
      'assistant: Yes?',
    ],
  ])('is not said if %s', async (_, options, last) => {
    const { history } = await play(options);
    expect(history().at(-1)).toBe(last);
    expect(history().join()).not.toContain(SORRY);
  });

  it('gives way to what the user says meanwhile: the answer is to both', async () => {
    const user = [types(500, 'hello'), says(1000, 'are you there', 960)];
    const { history } = await play({ user, llm: [{ ...FAILS, firstTokenMs: 800 }, 'Yes?'] });
    expect(history()).toEqual(['user: hello', 'user: are you there', 'assistant: Yes?']);
  });

  it('can be interrupted like all that the agent says', async () => {
    const { history } = await play({ user: [types(500, 'hello'), types(800, 'what')] });
    expect(history().slice(-2)).toEqual(['user: what', 'assistant: Yes?']);
    expect(history().join()).not.toContain(SORRY);
  });

  it('changes by an update, and null restores it', async () => {
    const made = create({ llm: [FAILS, FAILS, FAILS], config: { on_failure_message: SORRY } });
    made.update(50, { on_failure_message: 'Hm?' });
    made.type(100, 'first');
    made.update(5000, { on_failure_message: '' });
    made.type(5100, 'second');
    made.update(10_000, { on_failure_message: null });
    made.type(10_100, 'third');
    await made.clock.run(15_000);
    expect(made.spoken()).toEqual(['Hm?', SORRY]);
  });

  it('is in a checkpoint, as other settings', async () => {
    const checkpoints: Checkpoint[] = [];
    const made = create({ llm: ['One.'] });
    made.session.checkpoint$.subscribe((checkpoint) => checkpoints.push(checkpoint));
    made.update(50, { on_failure_message: 'Hm?' });
    made.type(100, 'first');
    await made.clock.run(5000);
    const checkpoint = JSON.parse(JSON.stringify(checkpoints.at(-1))) as Checkpoint;
    expect(restoreUpdates(checkpoint, {}, BILLING_CONFIG)).toEqual({ update: { on_failure_message: 'Hm?' }, lost: [] });
  });

  it('is not that of the agent before, after a handoff', async () => {
    const made = createHandedOff({ llm: [CALL], answers: [FAILS], config: { on_failure_message: SORRY } });
    made.type(500, 'transfer me');
    await made.clock.run(10_000);
    expect(made.spoken()).toEqual([]);
    expect(made.codes).toEqual(['handler_failed']);
  });

  it('replays', async () => {
    const recording = await recordingOf({
      user: [types(500, 'hello')],
      llm: [FAILS],
      config: { on_failure_message: SORRY },
    });
    const { difference, undelivered } = await replay(recording);
    expect({ difference, undelivered }).toEqual({ difference: null, undelivered: [] });
  });
});
