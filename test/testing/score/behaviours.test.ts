import { describe, it } from 'vitest';
import { score } from '../../../src/testing/score.ts';
import { concierge, STORY } from './concierge.ts';

/** Speech from 1 s to 1.6 s ends at 2.176 s; committed as soon as it is settled. */
describe('the recogniser', () => {
  it('takes the delay of one speech, or of all', async () => {
    await score(concierge(), ({ user, events }) => {
      user.says('1s', 'good evening', '600ms', { delay: '300ms' });
      events.at('user_message_added', '2476ms');
    });
    await score(
      concierge(),
      ({ user, events }) => {
        user.says('1s', 'good evening', '600ms');
        events.at('user_message_added', '2576ms');
      },
      { doubles: { stt: { delayMs: 400 } } },
    );
  });

  it('lays the words evenly over the time, which a word threshold meets early with interims, late without', async () => {
    const config = { first_message: STORY, interrupt_word_threshold: 2 };
    await score(
      concierge(),
      ({ user, events }) => {
        user.says('1024ms', 'wait a moment please', '1280ms');
        events.at('agent_interrupted', '1.664s');
      },
      { config },
    );
    await score(
      concierge(),
      ({ user, events }) => {
        user.says('1024ms', 'wait a moment please', '1280ms', { interims: false });
        events.notBefore('agent_interrupted', '2.304s');
      },
      { config },
    );
  });

  it('may have no interims at all', () =>
    score(
      concierge(),
      ({ user, events }) => {
        user.says('1024ms', 'wait a moment please', '1280ms');
        events.notBefore('agent_interrupted', '2.304s');
      },
      { config: { first_message: STORY, interrupt_word_threshold: 2 }, doubles: { stt: { interims: false } } },
    ));

  it('finds the words of the last interim where it stays silent', () =>
    score(concierge(), ({ user, history, errors }) => {
      user.says('1s', 'good evening', '640ms', { answer: 'none' });
      errors.has('stt_timeout');
      history([{ content: 'good evening' }, {}]);
    }));

  it('gives finals in parts', () =>
    score(concierge(), ({ user, history }) => {
      user.says('1s', ['good evening', 'a table please'], '1200ms', { interims: false, answer: 'empty' });
      history([{ content: 'good evening' }, {}]);
    }));

  it.each(['empty', 'failed'] as const)('may answer %s', async (answer) => {
    await score(concierge(), ({ user, agent, errors }) => {
      user.says('1s', 'good evening', '600ms', { interims: false, answer });
      errors.has(answer === 'failed' ? 'provider_failed' : 'empty_turn');
      agent.neverSays();
    });
  });

  it('may bring a final late', () =>
    score(concierge(), ({ user, events, history }) => {
      user.says('1s', '', '600ms', { late: { text: 'good evening', after: '700ms' } });
      events.at('user_message_added', '2926ms');
      history([{ content: 'good evening' }, {}]);
    }));
});

describe('model and TTS', () => {
  it('take their time to the first token and the first sound', () =>
    score(
      concierge(),
      ({ user, events }) => {
        user.types('1s', 'hello');
        events.at('agent_started_speaking', '1.7s');
      },
      { llm: ['Yes?'], doubles: { llm: { firstTokenMs: 400 }, tts: { firstAudioMs: 300 } } },
    ));

  it('may stall: the text before is spoken, and the failure is reported', () =>
    score(
      concierge(),
      ({ user, agent, errors }) => {
        user.types('1s', 'hello');
        agent.heard('We opened');
        errors.has('handler_timeout');
      },
      { llm: [{ text: STORY, stallAfterTokens: 3 }] },
    ));

  it('may fail', () =>
    score(
      concierge(),
      ({ user, errors }) => {
        user.types('1s', 'hello');
        errors.has('provider_failed');
      },
      { llm: ['Yes?'], doubles: { tts: { failAfterChars: 2 } } },
    ));
});
