import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Digit } from '../../src/core/digit.ts';
import type { Transcript } from '../../src/core/speech.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import type { OnUserAwayInput } from '../../src/session/agent.ts';
import { FINE_ENDS, play, TELL_ME } from '../support/awayUser.ts';
import { does, says } from '../support/userActions.ts';
import type { UserAction } from '../support/testSession.ts';

const later = (clock: VirtualClock, ms: number): unknown =>
  new Promise((done) => void clock.schedule(() => done('two'), ms));

const press = (atMs: number, key: string): UserAction => does(atMs, ({ io }) => io.user.digits.next(key as Digit));

describe('on_user_away is not called while something goes on', () => {
  it('such as a function that outlasts its reply', async () => {
    const { calls, when, history } = await play({
      user: [TELL_ME, does(2000, ({ session }) => session.interrupt())],
      llm: [{ text: 'I will look.', calls: [{ name: 'look' }] }, 'There are two.'],
      uninterruptible: { look: (clock) => later(clock, 9000) },
    });
    expect(when('agent_interrupted')).toEqual([2000]);
    expect(history()).toContain('tool: two');
    expect(calls[0]).toEqual([when('function_calls_executed')[0]! + 3000, 1]);
  });

  it('such as the pause before the turn of the user is committed', async () => {
    const { calls, when } = await play({ user: [TELL_ME], config: { min_endpointing_delay: 5 } });
    const [committed = 0] = when('user_message_added');
    expect(committed).toBeGreaterThan(1586 + 3000);
    expect(calls[0]).toEqual([when('agent_stopped_speaking')[0]! + 3000, 1]);
  });

  it('such as the last words of a session that ends', async () => {
    const config = { user_away_timeout: 1 };
    const say = 'Goodbye, it was a pleasure to talk to you.';
    const end = does(2500, ({ session }) => {
      session.say(say);
      session.end();
    });
    const { calls, spoken } = await play({ user: [TELL_ME, end], config });
    expect([calls, spoken()]).toEqual([[], ['Fine.', say]]);
  });

  it('but words that nobody answers are not waited for', async () => {
    const { calls, when } = await play({
      user: [TELL_ME, says(2200, 'today my sister runs the kitchen', 1900)],
      llm: ['Today my sister runs the kitchen.', 'Good.'],
      stt: { msPerWord: 300 },
      config: { ignore_echo: true },
    });
    expect(when('user_message_added')).toHaveLength(1);
    expect(calls).toHaveLength(3);
  });
});

describe('a sign of the user', () => {
  it('is a key, also before its meaning is known', async () => {
    const config = { digits: { timeout: 10 } };
    const { calls } = await play({ user: [TELL_ME, press(4500, '4')], config }, () => undefined, 7501);
    expect(calls).toEqual([[7500, 1]]);
  });

  it('is none if an operator of yours has taken the words out', async () => {
    const transcript = map((one: Transcript) => ({ ...one, text: one.text.replace('erm', '') }));
    const user = [TELL_ME, says(2400, 'erm', 320)];
    const { calls } = await play({ user, options: { splice: { transcript } }, config: { user_away_times: 1 } });
    expect(calls).toEqual([[FINE_ENDS + 3000, 1]]);
  });

  it('is a backchannel, over what the agent says because of it: it counts anew', async () => {
    const user = [TELL_ME, says(5000, 'mhm', 320)];
    const { calls, history } = await play({ user }, ({ times }) =>
      times === 1 ? 'Hello, are you still there with me.' : undefined,
    );
    expect(history().filter((line) => line.startsWith('user'))).toEqual(['user: tell me']);
    expect(calls.map(([, times]) => times).slice(0, 2)).toEqual([1, 1]);
  });

  it('that comes while the agent is asked aborts the question', async () => {
    const aborted: number[] = [];
    const clock = new VirtualClock();
    const user = [TELL_ME, press(5000, '4')];
    const decide = ({ signal }: OnUserAwayInput): unknown => {
      signal.addEventListener('abort', () => aborted.push(clock.now()));
      return later(clock, 1000);
    };
    const { spoken } = await play({ clock, user, config: { digits: { timeout: 10 } } }, decide, 7900);
    expect([aborted, spoken()]).toEqual([[5000], ['Fine.']]);
  });
});

it('what the agent says meanwhile makes its answer to a silence void', async () => {
  const clock = new VirtualClock();
  const user = [TELL_ME, does(5000, ({ session }) => session.say('By the way, we are open.'))];
  const { spoken } = await play({ clock, user, config: { user_away_times: 1 } }, () => later(clock, 1000));
  expect(spoken()).toEqual(['Fine.', 'By the way, we are open.']);
});

describe('a change of settings', () => {
  it('that is of others does not count anew', async () => {
    const user = [TELL_ME, does(3000, ({ session }) => session.update({ min_endpointing_delay: 1 }))];
    const { calls } = await play({ user, config: { user_away_times: 1 } });
    expect(calls).toEqual([[FINE_ENDS + 3000, 1]]);
  });
});
