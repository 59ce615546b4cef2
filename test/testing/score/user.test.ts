import { describe, it } from 'vitest';
import { score } from '../../../src/testing/score.ts';
import { concierge, STORY } from './concierge.ts';

describe('a user who speaks', () => {
  it('is answered when the words are known', () =>
    score(concierge(), ({ user, agent, events }) => {
      user.says('1s', 'good evening', '600ms');
      events.at('user_started_speaking', '1056ms');
      events.at('user_message_added', '2226ms');
      agent.heard('Hello.');
    }));

  it('may pause within a speech: it stays one', () =>
    score(concierge(), ({ user, history, events }) => {
      user.says('1s', 'I would like', '700ms');
      user.says('2.1s', 'a table', '500ms');
      events.notBefore('user_stopped_speaking', '2.6s');
      history([{ content: 'I would like a table' }, {}]);
    }));

  it('may say two things in one turn: what comes before the commit adds up', () =>
    score(concierge(), ({ user, history }) => {
      user.says('1s', 'I would like', '700ms', { delay: '500ms' });
      user.says('2.5s', 'a table', '500ms');
      history([{ content: 'I would like a table' }, {}]);
    }));

  it('may say nothing that is recognised', () =>
    score(concierge(), ({ user, agent, events, errors }) => {
      user.noise('1s', '500ms');
      events(['user_started_speaking', 'user_stopped_speaking']);
      errors.has('empty_turn');
      agent.neverSays();
    }));

  it('is heard over noise', () =>
    score(concierge(), ({ user, history }) => {
      user.noise('1s', '300ms');
      user.says('1.4s', 'good evening', '600ms');
      user.noise('2.1s', '300ms');
      history([{ content: 'good evening' }, {}]);
    }));

  it('types', () =>
    score(concierge(), ({ user, events, history }) => {
      user.types('1s', 'good evening');
      events.at('user_message_added', '1s');
      history([{ content: 'good evening' }, { role: 'assistant' }]);
    }));

  it('is not heard while muted', () =>
    score(concierge(), ({ user, history }) => {
      user.mutes('900ms');
      user.says('1s', 'not for you', '600ms');
      user.unmutes('2s');
      user.says('3s', 'good evening', '600ms');
      history([{ content: 'good evening' }, {}]);
    }));

  it('ends a speech by muting', () =>
    score(concierge(), ({ user, events }) => {
      user.says('1s', 'good evening', '600ms');
      user.mutes('1.6s');
      events.at('user_stopped_speaking', '1.6s');
    }));
});

describe('a time that is counted from an event', () => {
  it('takes the first since the line before, or the nth since then', () =>
    score(
      concierge(),
      ({ user, agent, after }) => {
        user.types('1s', 'tell me');
        user.says(after('agent_started_speaking', '800ms'), 'wait please', '700ms');
        user.types(after('agent_message_added', '3s'), 'go on');
        user.says(after('agent_started_speaking', '1s', 3), 'stop now', '700ms');
        agent.heard('We opened in nineteen');
        agent.heard('Yes?');
        agent.heard('My grandmother cooked');
      },
      { llm: [STORY, 'Yes?', 'My grandmother cooked here.', 'Good.'] },
    ));

  it('may be long after it', () =>
    score(
      concierge(),
      ({ user, after, events }) => {
        user.types(after('agent_started_speaking', '90s'), 'and you?');
        events.at('user_message_added', '90s');
      },
      { config: { first_message: 'Good evening.' } },
    ));

  it('may be that of the event itself', () =>
    score(
      concierge(),
      ({ user, client, after, events }) => {
        user.types(after('agent_stopped_speaking'), 'and you?');
        client.freezes(after('user_message_added', '10s'));
        events.at('user_message_added', after('agent_stopped_speaking'));
      },
      { config: { first_message: 'Good evening.' } },
    ));
});

describe('a client', () => {
  const answering = { llm: [STORY, 'Yes?'] };

  it('plays nothing while it is away, and goes on when it returns', () =>
    score(
      concierge(),
      ({ user, client, agent, events }) => {
        client.disconnects('500ms');
        user.types('1s', 'tell me');
        client.returns('5s');
        events.notBefore('agent_started_speaking', '5s');
        agent.heard(STORY);
      },
      answering,
    ));

  it('is not heard while it is away', () =>
    score(concierge(), ({ user, client, events }) => {
      client.disconnects('500ms');
      user.says('1s', 'hello', '600ms');
      events([]);
    }));

  it('may hang, which is reported', () =>
    score(
      concierge(),
      ({ user, client, agent, after, errors }) => {
        user.types('1s', 'tell me');
        client.freezes(after('agent_started_speaking', '500ms'));
        client.thaws('9s');
        errors.has('client_silent');
        agent.heard(STORY);
      },
      answering,
    ));

  it('may never report: then it is not noticed that it hangs', () =>
    score(
      concierge(),
      ({ user, client, agent, errors }) => {
        user.types('1s', 'tell me');
        client.freezes('1.5s');
        agent.heard(STORY);
        errors.never('client_silent');
      },
      { ...answering, doubles: { client: { reports: 'none' } } },
    ));
});
