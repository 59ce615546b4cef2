import { describe, expect, it } from 'vitest';
import { replay } from '../../src/replay/replay.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { says } from '../support/userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

const REPLY = 'It is **3 km** on the [old road](https://example.com/x). Ask for _SQL_, please!';

const SPOKEN = 'It is 3 kilometers on the old road. Ask for sequel, please!';

const CONFIG = { normalize_for_speech: true, pronunciation_dictionary: { SQL: 'sequel' } };

async function play({ config, ...options }: TestSessionOptions = {}, forMs = 15_000): Promise<TestSession> {
  const made = createTestSession({
    user: [says(320, 'tell me')],
    llm: [REPLY, 'Yes?'],
    ...options,
    config: { ...CONFIG, ...config },
  });
  await made.clock.run(forMs);
  return made;
}

describe('text for the ear', () => {
  it('is spoken, and the history has what was generated', async () => {
    const { history, spoken, codes } = await play();
    expect(spoken()).toEqual([SPOKEN]);
    expect(history()).toEqual(['user: tell me', `assistant: ${REPLY}`]);
    expect(codes).toEqual([]);
  });

  it('is off by default', async () => {
    const { spoken } = await play({ config: { normalize_for_speech: false, pronunciation_dictionary: {} } });
    expect(spoken()).toEqual([REPLY]);
  });

  it.each([[true], [false]])(
    'an interrupted agent keeps what was heard of the text it generated; timings: %s',
    async (timings) => {
      const user = [says(320, 'tell me'), says(3300, 'wait a moment please', 1200)];
      const { history, spoken } = await play({ user, tts: { timings, msPerChar: 60 } });
      const heard = history()[1] ?? '';
      expect(`assistant: ${REPLY}`.startsWith(heard)).toBe(true);
      expect(heard).toMatch(/^assistant: It is \*\*3 km\*\*/u);
      expect(heard.length).toBeLessThan(REPLY.length);
      expect(spoken()[0]).toMatch(/^It is 3 kilometers/u);
    },
  );

  it('is paid for by what TTS got', async () => {
    const { session } = await play();
    expect(session.usage.tts[0]?.characters).toBe(SPOKEN.length);
  });

  it('is replayed without a difference', async () => {
    const recording = await recordingOf({
      config: CONFIG,
      user: [says(320, 'tell me'), says(3300, 'wait a moment please', 1200)],
      llm: [REPLY, 'Yes?'],
    });
    expect((await replay(recording)).difference).toBeNull();
  });
});
