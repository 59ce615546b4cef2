import type { SchedulerLike } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createAnsweringSession } from '../../support/playSession.ts';
import { createFunction } from '../../support/testSession.ts';
import { question } from '../../support/userActions.ts';

describe('failures are turns too', () => {
  it('plays whole sentences, drops the fragment, and listens', async () => {
    const made = createAnsweringSession({
      llm: [{ text: 'One two three. Four five six', tokenMs: 50, failAfterTokens: 5 }],
    });
    await made.clock.run(6000);
    expect(made.history().at(-1)).toBe('assistant: One two three.');
    expect(made.codes).toEqual(['handler_failed']);
  });

  it('reports a reply without a sound after 8 s, and every 8 s after that', async () => {
    const made = createAnsweringSession({
      llm: [{ calls: [{ name: 'wait' }] }, 'So.'],
      agent: { functions: { wait: createFunction(() => made.clock.sleep(25_000)) } },
    });
    await made.clock.run(30_000);
    expect(made.errors.map(({ code, details }) => `${code} ${details.phase}`)).toEqual(
      Array(3).fill('slow_reply functions'),
    );
  });

  it('reports it also where timers ring early by a fraction, as those of the platform may', async () => {
    const clock = new VirtualClock();
    const scheduler: SchedulerLike = {
      now: () => clock.now(),
      schedule: (work, delay, state) => clock.schedule(work, Math.max(0.25, (delay ?? 0) - 0.5), state),
    };
    const made = createAnsweringSession({ llm: [{ text: 'So.', firstTokenMs: 9000 }], clock, scheduler });
    await made.clock.run(12_000);
    expect(made.codes).toEqual(['slow_reply']);
  });

  it('survives a voice that fails, with what it brought', async () => {
    const made = createAnsweringSession({
      llm: ['One two three. Four five six.', 'Yes?'],
      tts: { failAfterChars: 20 },
    });
    await made.clock.run(6000);
    expect(made.history().at(-1)).toBe('assistant: One two three. Four');
    expect(made.codes).toEqual(['provider_failed']);
  });

  it('reports a voice that brings no audio, and the next answer is heard', async () => {
    const made = createAnsweringSession({
      voice: [question, { atMs: 3200, forMs: 640 }],
      says: ['tell me', 'hello'],
      llm: ['One two three.', 'Yes?'],
      tts: { utterances: [{ msPerChar: 0 }] },
    });
    await made.clock.run(8000);
    expect(made.codes).toEqual(['provider_failed']);
    expect(made.history()).toEqual(['user: tell me', 'user: hello', 'assistant: Yes?']);
  });

  it('survives a recogniser that fails, and hears the next segment', async () => {
    const voice = [question, { atMs: 3200, forMs: 640 }];
    const made = createAnsweringSession({ voice, says: [{ text: '', answer: 'failed' }, 'hello'], llm: ['Hi.'] });
    await made.clock.run(8000);
    expect(made.history()).toEqual(['user: hello', 'assistant: Hi.']);
    expect(made.codes).toContain('provider_failed');
  });

  it('ends the session when its ears fail', async () => {
    const { clock, session } = createAnsweringSession({
      options: { ports: { vad: { sampleRate: 16_000, windowSamples: 512, score: () => failing() } } },
    });
    let reason = '';
    void session.ended.then((end) => (reason = end.reason));
    await clock.run(2000);
    expect(reason).toBe('provider_failed');
  });

  it('reports an event handler that throws or rejects, and goes on', async () => {
    const made = createAnsweringSession({
      llm: ['Hi.'],
      agent: {
        on_user_started_speaking: () => {
          throw new Error('thrown');
        },
        on_user_message_added: () => Promise.reject(new Error('rejected')),
      },
    });
    await made.clock.run(4000);
    expect(made.codes).toEqual(['event_handler_failed', 'event_handler_failed']);
    expect(made.history()).toEqual(['user: tell me', 'assistant: Hi.']);
  });
});

function failing(): never {
  throw new Error('no ears');
}
