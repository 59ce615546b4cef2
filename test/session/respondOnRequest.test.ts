import { describe, expect, it } from 'vitest';
import { replay } from '../../src/replay/replay.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { does, says, TELL_ME, types } from '../support/userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

const ON_REQUEST: TestSessionOptions = { config: { respond_on_request: true }, llm: ['Yes.', 'No.'] };

async function play(options: TestSessionOptions): Promise<TestSession> {
  const made = createTestSession({ ...ON_REQUEST, ...options });
  await made.clock.run(20_000);
  return made;
}

const asks = (atMs: number) => does(atMs, ({ session }) => session.respond());

describe('a session that answers on request', () => {
  it('does not answer a turn, which is a message', async () => {
    const { history, llm } = await play({ user: [TELL_ME] });
    expect([history(), llm.inputs.length]).toEqual([['user: tell me'], 0]);
  });

  it('answers all turns until then when it is asked to', async () => {
    const { history, when } = await play({ user: [TELL_ME, says(4000, 'please'), asks(8000)] });
    expect(history()).toEqual(['user: tell me', 'user: please', 'assistant: Yes.']);
    expect(when('agent_started_speaking')).toEqual([8000]);
  });

  it('waits for the words that were said before it was asked', async () => {
    const { history } = await play({ user: [TELL_ME, asks(1540)] });
    expect(history()).toEqual(['user: tell me', 'assistant: Yes.']);
  });

  it('answers once more without further words', async () => {
    const { history } = await play({ user: [TELL_ME, asks(3000), asks(8000)] });
    expect(history()).toEqual(['user: tell me', 'assistant: Yes.', 'assistant: No.']);
  });

  it('does not answer what is typed, either', async () => {
    const { history } = await play({ user: [types(1000, 'hello'), asks(3000)] });
    expect(history()).toEqual(['user: hello', 'assistant: Yes.']);
  });

  it('has no answer to go on with after a crash, before it is asked for one', async () => {
    const made = createTestSession({ ...ON_REQUEST, user: [TELL_ME, asks(8000)] });
    const unansweredAt: number[] = [];
    made.session.checkpoint$.subscribe(({ unanswered }) => {
      if (unanswered === 'tell me') unansweredAt.push(made.clock.now());
    });
    await made.clock.run(20_000);
    expect(unansweredAt[0]).toBe(8020);
  });

  it('is replayed without a difference', async () => {
    const recording = await recordingOf({ ...ON_REQUEST, user: [TELL_ME, asks(3000), asks(8000)] });
    expect((await replay(recording)).difference).toBeNull();
  });
});

describe('push to talk that begins in mid-call', () => {
  const begins = (atMs: number) => does(atMs, ({ session }) => session.update({ push_to_talk: true }));
  const ends = (atMs: number) => does(atMs, ({ session }) => session.update({ push_to_talk: null }));
  const commits = (atMs: number) => does(atMs, ({ io }) => io.user.turns.next('commit'));
  const mutes = (atMs: number, isMuted: boolean) => does(atMs, ({ io }) => io.user.muted.next(isMuted));

  it('makes segments of what comes between two commands, and voice activity does so again behind it', async () => {
    const { history, codes } = await play({
      config: {},
      llm: ['One.', 'Two.', 'Three.'],
      user: [
        says(320, 'first'),
        mutes(3900, true),
        begins(4000),
        mutes(5000, false),
        commits(6000),
        mutes(6000, true),
        ends(9000),
        mutes(9100, false),
        says(10_000, 'third'),
      ],
      says: ['first', 'second', 'third'],
    });
    expect(codes).toEqual([]);
    expect(history()).toEqual([
      'user: first',
      'assistant: One.',
      'user: second',
      'assistant: Two.',
      'user: third',
      'assistant: Three.',
    ]);
  });

  it('is replayed without a difference', async () => {
    const recording = await recordingOf({
      config: {},
      user: [says(320, 'first'), mutes(3900, true), begins(4000), mutes(5000, false), commits(6000), mutes(6000, true)],
      says: ['first', 'second'],
      llm: ['One.', 'Two.'],
    });
    expect((await replay(recording)).difference).toBeNull();
  });
});
