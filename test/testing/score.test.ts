import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { score } from '../../src/testing/score.ts';
import type { Score } from '../../src/testing/score/writtenScore.ts';
import { concierge, STORY } from './score/concierge.ts';

function interruption({ user, agent, after, events, history }: Score): void {
  user.says('1s', 'tell me about the restaurant', '1200ms');
  user.says(after('agent_started_speaking', '800ms'), 'wait please', '700ms');
  agent.heard('We opened in nineteen');
  events.at('agent_interrupted', after('agent_started_speaking', '1326ms'));
  history([
    { role: 'user', content: 'tell me about the restaurant' },
    { role: 'assistant', content: 'We opened in nineteen' },
    { role: 'user', content: 'wait please' },
    { role: 'assistant', content: 'Yes?' },
  ]);
}

const llm = [STORY, 'Yes?'];

/** Each event with all that it carries, and the drawing. */
async function logOf(write: (parts: Score) => void): Promise<string> {
  const agent = concierge();
  const log: string[] = [];
  agent.on_user_message_added = ({ message }) => log.push(JSON.stringify(message));
  agent.on_agent_interrupted = ({ message }) => log.push(JSON.stringify(message));
  agent.on_agent_message_added = ({ message }) => log.push(JSON.stringify(message));
  await score(agent, write, { llm, draw: (diagram) => log.push(diagram) });
  return log.join('\n');
}

describe('a score', () => {
  it('plays a conversation with an interruption', () => score(concierge(), interruption, { llm }));

  it('draws it, if one wants to see it', async () => {
    const drawn: string[] = [];
    await score(concierge(), interruption, { llm, draw: (diagram) => drawn.push(diagram) });
    expect(drawn.join()).toMatch(/^user {5}\[tell me about the restaurant\]/mu);
    expect(drawn.join()).toContain('└agent_interrupted');
  });

  it('goes the same way every time, to the byte', async () => {
    const logs = new Set<string>();
    for (let time = 0; time < 20; time++) logs.add(await logOf(interruption));
    expect(logs.size).toBe(1);
  });

  it('uses the agent’s own handler where nothing else is set', () =>
    score(concierge(), ({ user, agent, events }) => {
      user.types('1s', 'hello');
      agent.heard('Hello.');
      events(['user_message_added', 'agent_started_speaking', 'agent_stopped_speaking', 'agent_message_added']);
    }));

  it('runs the agent’s own functions', () =>
    score(
      concierge(),
      ({ user, agent, history }) => {
        user.types('1s', 'a table for two');
        agent.calls('book', { guests: 2 });
        agent.heard('You have it.');
        history([{ role: 'user' }, { role: 'assistant' }, { role: 'tool', content: 'a table for 2' }, {}]);
      },
      { llm: [{ calls: [{ name: 'book', arguments: { guests: 2 } }] }, 'You have it.'] },
    ));

  it('calls the agent’s own event handlers, and does not change the agent', async () => {
    const contents: string[] = [];
    const agent = concierge();
    agent.on_agent_message_added = ({ message }) => contents.push(message.content);
    const handler = agent.llm_response_handler;
    await score(agent, ({ user }) => user.types('1s', 'hello'), { llm: ['Yes?'] });
    expect(contents).toEqual(['Yes?']);
    expect(agent.llm_response_handler).toBe(handler);
  });

  it('hands custom_data to configure_session', async () => {
    const agent = concierge();
    const guests: string[] = [];
    agent.on_user_message_added = ({ session_data: { guest } }) => guests.push(guest);
    await score(agent, ({ user }) => user.types('1s', 'hello'), { custom_data: { guest: 'Ada' } });
    expect(guests).toEqual(['Ada']);
  });

  it('takes a config over that of the agent', () =>
    score(concierge(), ({ agent }) => agent.heard('Good evening.'), { config: { first_message: 'Good evening.' } }));

  it('takes ports of one’s own in place of the doubles', () => {
    const deaf = createVadDouble({ failAfterWindows: 0 });
    return score(
      concierge(),
      ({ user, agent, errors }) => {
        user.says('1s', 'hello', '600ms');
        errors.has('vad_failed');
        agent.neverSays();
      },
      { ports: { vad: deaf } },
    );
  });

  it('inserts operators and wraps stages', () =>
    score(
      concierge(),
      ({ user, history }) => {
        user.says('1s', 'hello', '600ms');
        history([{ content: 'HELLO' }, {}]);
      },
      { splice: { transcript: map((transcript) => ({ ...transcript, text: transcript.text.toUpperCase() })) } },
    ));

  it('shares its clock with an agent that takes its time from it', () => {
    const clock = new VirtualClock();
    const agent = {
      ...concierge(),
      llm_response_handler: createLlmDouble(['Hello.'], { firstTokenMs: 2000, scheduler: clock }),
    };
    return score(
      agent,
      ({ user, events }) => {
        user.types('1s', 'hello');
        events.at('agent_started_speaking', '3s');
      },
      { clock },
    );
  });

  it('counts from the start of the session, whatever the clock is', async () => {
    const clock = new VirtualClock();
    await clock.run(12_345);
    await score(
      concierge(),
      ({ user, events }) => {
        user.says('1s', 'good evening', '600ms');
        events.at('user_started_speaking', '1056ms');
      },
      { clock },
    );
  });

  it('goes on for 30 s, or for `lasting`', async () => {
    const clock = new VirtualClock();
    await score(concierge(), ({ user }) => user.types('70s', 'hello'), { clock });
    expect(clock.now()).toBe(101_000);
    const short = new VirtualClock();
    await score(concierge(), ({ user }) => user.types('1s', 'hello'), { clock: short, lasting: '2s' });
    expect(short.now()).toBe(4000);
  });

  it('rejects with what configure_session rejects with', () => {
    const agent = concierge();
    agent.configure_session = () => Promise.reject(new Error('no database'));
    return expect(score(agent, () => {})).rejects.toThrow('no database');
  });

  it('refuses a function that is async: what it expects later would hold whatever happens', () =>
    expect(
      // oxlint-disable-next-line typescript/no-misused-promises -- what a user without such a rule may write
      score(concierge(), async ({ user, events }) => {
        user.types('1s', 'hello');
        await Promise.resolve();
        events.never('agent_started_speaking');
      }),
    ).rejects.toThrow('a score is written at once'));

  it.each<[string, (parts: Score) => void]>([
    ['done', ({ user }) => user.types('2s', 'and?')],
    ['done by the client', ({ client }) => client.disconnects('2s')],
    ['heard', ({ agent }) => agent.heard('Good night.')],
    ['expected', ({ events }) => events.never('agent_started_speaking')],
    ['reported', ({ errors }) => errors.has('noise')],
  ])('refuses what is written to be %s once it is played', async (_what, write) => {
    const kept: Score[] = [];
    await score(concierge(), (parts) => {
      kept.push(parts);
      parts.user.types('1s', 'hello');
    });
    for (const parts of kept) expect(() => write(parts)).toThrow('a score is written at once');
    expect(kept).toHaveLength(1);
  });

  it('refuses a time that is none', () =>
    expect(score(concierge(), ({ user }) => user.types('soon' as '1s', 'hello'))).rejects.toThrow(
      'expected a time such as "1.5s" or "700ms", got "soon"',
    ));
});
