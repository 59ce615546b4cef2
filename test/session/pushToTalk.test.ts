import { describe, expect, it } from 'vitest';
import { replay } from '../../src/replay/replay.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { does } from '../support/userActions.ts';
import {
  createTestSession,
  type TestSession,
  type TestSessionOptions,
  type UserAction,
} from '../support/testSession.ts';

/** Presses at a time, and releases after `forMs`. */
function talks(atMs: number, forMs: number, then: 'commit' | 'clear' = 'commit'): readonly UserAction[] {
  return [
    does(atMs, ({ io }) => io.user.muted.next(false)),
    does(atMs + forMs, ({ io }) => {
      io.user.turns.next(then);
      io.user.muted.next(true);
    }),
  ];
}

const PRESSED: TestSessionOptions = {
  config: { push_to_talk: true },
  prepare: (io) => io.user.muted.next(true),
  llm: ['We opened in nineteen eighty. My grandmother cooked here.', 'Yes?'],
};

async function play(options: TestSessionOptions, forMs = 20_000): Promise<TestSession> {
  const made = createTestSession({ ...PRESSED, ...options, config: { ...PRESSED.config, ...options.config } });
  await made.clock.run(forMs);
  return made;
}

describe('push to talk', () => {
  it('the turn is what was said until the commit, whatever pauses are in it', async () => {
    const { history, when } = await play({ user: talks(300, 8000), says: ['tell me'] });
    expect(history()[0]).toBe('user: tell me');
    expect(when('user_started_speaking')).toEqual([320]);
    expect(when('user_stopped_speaking')).toEqual([8300]);
    expect(when('agent_started_speaking')).toEqual([8350]);
  });

  it('what is cleared is no turn, and its words come in no message', async () => {
    const { history, codes } = await play({
      user: [...talks(300, 1000, 'clear'), ...talks(2000, 1000)],
      says: ['forget this', 'tell me'],
    });
    expect(history()[0]).toBe('user: tell me');
    expect(codes).toEqual([]);
  });

  it('a commit without audio is nothing', async () => {
    const { history } = await play({ user: [does(300, ({ io }) => io.user.turns.next('commit'))] });
    expect(history()).toEqual([]);
  });

  it('a turn without words is not answered', async () => {
    const { history, codes } = await play({ user: talks(300, 1000), says: [''] });
    expect(history()).toEqual([]);
    expect(codes).toEqual(['empty_turn']);
  });

  it('pressing interrupts the agent at once', async () => {
    const { when, history } = await play({
      user: [...talks(300, 1000), ...talks(2500, 1000)],
      says: ['tell me', 'wait'],
    });
    expect(when('agent_interrupted')).toEqual([2528]);
    expect(history().slice(2)).toEqual(['user: wait', 'assistant: Yes?']);
    expect(history()[1]).toMatch(/^assistant: We/u);
  });

  it.each([
    ['if it is configured so', { push_to_talk_interrupts: false }],
    ['without interruptions', { allow_interruptions: false }],
  ])('pressing does not interrupt %s: the answer comes after the agent', async (_, config) => {
    const { when, history } = await play({
      user: [...talks(300, 1000), ...talks(2500, 300)],
      says: ['tell me', 'wait'],
      config,
    });
    expect(when('agent_interrupted')).toEqual([]);
    expect(history()).toEqual([
      'user: tell me',
      'assistant: We opened in nineteen eighty. My grandmother cooked here.',
      'user: wait',
      'assistant: Yes?',
    ]);
  });

  it('pressing again before the words are known goes on with the turn, and it ends when the button is released', async () => {
    const { history, when } = await play({
      user: [...talks(300, 1000), ...talks(1500, 2500)],
      voice: [
        { atMs: 320, forMs: 640 },
        { atMs: 1600, forMs: 2000 },
      ],
      says: [
        { text: 'tell me', delayMs: 900, interims: [] },
        { text: 'about it', msPerWord: 200 },
      ],
    });
    expect(history()[0]).toBe('user: tell me about it');
    expect(when('user_message_added')).toEqual([4000]);
  });

  it('at the end of the session, what was said is in the history', async () => {
    const { history } = await play({
      user: [does(300, ({ io }) => io.user.muted.next(false)), does(2000, ({ session }) => session.end())],
      says: ['tell me'],
    });
    expect(history()).toEqual(['user: tell me']);
  });

  it('after the end of the session, pressing again begins no turn', async () => {
    const end = does(2000, ({ session }) => session.end());
    const words = [{ text: 'tell me', delayMs: 900, interims: [] }, 'wait'];
    const { when } = await play({ user: [...talks(300, 1500), end, ...talks(2200, 500)], says: words });
    expect(when('user_started_speaking')).toEqual([320]);
  });

  it('is replayed without a difference', async () => {
    const recording = await recordingOf({
      ...PRESSED,
      user: [...talks(300, 1000), ...talks(2500, 1000, 'clear'), ...talks(5000, 500)],
      says: ['tell me', 'no', 'go on'],
    });
    expect((await replay(recording)).difference).toBeNull();
  });
});

describe('transcription only', () => {
  it('the turns are messages, nobody is asked, and nothing is said', async () => {
    const { history, llm, spoken, codes, eventNames } = await play({
      config: { push_to_talk: false, transcription_only: true, first_message: 'Hello.' },
      prepare: () => {},
      user: [],
      voice: [
        { atMs: 320, forMs: 640 },
        { atMs: 4000, forMs: 640 },
      ],
      says: ['one', 'two'],
    });
    expect(history()).toEqual(['user: one', 'user: two']);
    expect([llm.inputs.length, spoken(), codes]).toEqual([0, [], []]);
    expect(eventNames.filter((name) => name.startsWith('agent'))).toEqual([]);
  });

  it('nobody is asked ahead, either', async () => {
    const { llm } = await play({
      config: { push_to_talk: false, transcription_only: true, preemptive_generation: true, min_endpointing_delay: 2 },
      prepare: () => {},
      user: [],
      voice: [{ atMs: 320, forMs: 640 }],
      says: ['one'],
    });
    expect(llm.inputs).toEqual([]);
  });

  it('opens no provider of TTS', async () => {
    const { tts } = await play({
      config: { push_to_talk: false, transcription_only: true },
      prepare: () => {},
      user: [],
      voice: [{ atMs: 320, forMs: 640 }],
      says: ['one'],
    });
    expect(tts.utterances).toEqual([]);
  });
});
