import { describe, expect, it } from 'vitest';
import { replay } from '../../src/replay/replay.ts';
import { whatIf } from '../../src/replay/whatIf/whatIf.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { FINE_ENDS, play, TELL_ME, type Decide } from '../support/awayUser.ts';
import type { TestSession } from '../support/testSession.ts';
import { coughs, does, says, types } from '../support/userActions.ts';

describe('on_user_away', () => {
  it('is called after a time without a sign, three times in a row', async () => {
    const { calls } = await play({ user: [TELL_ME] });
    expect(calls).toEqual([
      [FINE_ENDS + 3000, 1],
      [FINE_ENDS + 6000, 2],
      [FINE_ENDS + 9000, 3],
    ]);
  });

  it('is not called without a timeout', async () => {
    const { calls } = await play({ user: [TELL_ME], config: { user_away_timeout: 0 } });
    expect(calls).toEqual([]);
  });

  it('is called at most `user_away_times` times, and counts anew after words', async () => {
    const { calls } = await play({ user: [TELL_ME, says(9600, 'hello')], config: { user_away_times: 1 } });
    expect(calls.map(([, times]) => times)).toEqual([1, 1]);
  });

  it('says the text that it returns, which is a message of the agent, and counts from its end', async () => {
    const { calls, history, spoken } = await play({ user: [TELL_ME] }, ({ times }) => (times < 2 ? 'Hello?' : null));
    expect(history()).toEqual(['user: tell me', 'assistant: Fine.', 'assistant: Hello?']);
    expect(spoken()).toEqual(['Fine.', 'Hello?']);
    expect(calls.map(([atMs]) => atMs).slice(0, 2)).toEqual([FINE_ENDS + 3000, FINE_ENDS + 3000 + 360 + 3000]);
  });

  it('may end the session', async () => {
    const { session } = await play({ user: [TELL_ME] }, ({ session: control }) => control.end());
    await expect(session.ended).resolves.toMatchObject({ reason: 'agent_ended' });
  });

  it('gets the history', async () => {
    const seen: unknown[] = [];
    await play({ user: [TELL_ME] }, ({ messages }) => seen.push(messages));
    expect(seen[0]).toEqual([
      { role: 'user', content: 'tell me' },
      { role: 'assistant', content: 'Fine.' },
    ]);
  });

  it.each([
    ['just before the time', 4885, []],
    ['just after it', 4887, [4886]],
  ])('typed text %s counts from its answer on', async (_, atMs, before) => {
    const { calls, when } = await play({ user: [TELL_ME, types(atMs, 'hello')], config: { user_away_times: 1 } });
    const answered = when('agent_stopped_speaking')[1] ?? 0;
    expect(calls.map(([at]) => at)).toEqual([...before, answered + 3000]);
  });

  it('a cough only puts it off, until it is known to be one', async () => {
    const { calls } = await play({ user: [TELL_ME, coughs(4480, 640)], config: { user_away_times: 1 } });
    expect(calls).toEqual([[5746, 1]]);
  });

  it('is not called while a function runs, or the user is being answered', async () => {
    const functions = {
      look: (clock: TestSession['clock']) => new Promise((done) => void clock.schedule(() => done('x'), 9000)),
    };
    const llm = [{ calls: [{ name: 'look' }] }, 'Found it.'];
    const { calls, when } = await play({ user: [TELL_ME], llm, functions });
    expect(calls[0]?.[0]).toBe((when('agent_stopped_speaking')[0] ?? 0) + 3000);
  });

  it('is not called while the client is away', async () => {
    const user = [
      does(2000, ({ io }) => io.user.connected.next(false)),
      does(12_000, ({ io }) => io.user.connected.next(true)),
    ];
    const { calls } = await play({ user: [TELL_ME, ...user] });
    expect(calls[0]).toEqual([15_000, 1]);
  });

  it('drops an answer that comes when the user is back', async () => {
    const aborted: number[] = [];
    const late: Decide = ({ signal }, clock) => {
      signal.addEventListener('abort', () => aborted.push(clock.now()));
      return new Promise((done) => void clock.schedule(() => done('Hello?'), 2000));
    };
    const { spoken } = await play({ user: [TELL_ME, types(5500, 'I am here')] }, late, 8000);
    expect(spoken()).toEqual(['Fine.', 'Good.']);
    expect(aborted).toEqual([5500]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
      'on_user_away failed: no',
    ],
    ['returns a number', () => 5, 'on_user_away failed: expected a text, null or undefined, got a number'],
  ])('that %s is reported, and the session goes on', async (_, decide, message) => {
    const { errors, calls } = await play({ user: [TELL_ME] }, decide);
    expect(errors[0]).toMatchObject({ code: 'user_away_failed', message });
    expect(calls).toHaveLength(3);
  });

  it('is recorded: it replays, and what-if says it again', async () => {
    const recording = await recordingOf({
      user: [says(320, 'tell me')],
      llm: ['Fine.'],
      config: { user_away_timeout: 3, user_away_times: 2 },
      agent: { on_user_away: ({ times, session }) => (times === 1 ? 'Hello?' : session.end()) },
    });
    expect((await replay(recording)).difference).toBeNull();
    const { before, after } = await whatIf(recording, {});
    expect(after).toEqual(before);
    expect(recording.lines.filter((line) => 'in' in line && line.in.startsWith('away.'))).not.toEqual([]);
  });
});
