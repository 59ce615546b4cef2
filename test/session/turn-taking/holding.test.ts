import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineFunction } from '../../../src/session/agent.ts';
import { createTestSession } from '../../support/testSession.ts';
import { at } from '../../support/timedEvent.ts';

const question = { atMs: 320, forMs: 640 };
const slow = (text: string, firstTokenMs = 1000) => ({ text, firstTokenMs });
/** Speech while the agent thinks: from 1920 on, over at 3136. */
const second = { atMs: 1920, forMs: 640 };

describe('the agent never starts to talk over the user', () => {
  it('holds its first sample while a segment is open, and goes on after a cough', async () => {
    const { clock, events } = createTestSession({
      voice: [question, second],
      says: ['tell me', ''],
      llm: [slow('Fine.')],
    });
    await clock.run(6000);
    expect(events.slice(3)).toEqual([
      at(1984, 'user_started_speaking'),
      at(3136, 'user_stopped_speaking'),
      at(3186, 'agent_started_speaking'),
      at(3486, 'agent_stopped_speaking'),
      at(3486, 'agent_message_added', 'Fine.'),
    ]);
  });

  it('is superseded by words that come before it is audible', async () => {
    const { clock, history, ledger } = createTestSession({
      voice: [question, second],
      says: ['tell me', 'about it'],
      llm: [slow('Fine.'), 'Sure.'],
    });
    await clock.run(6000);
    expect(history()).toEqual(['user: tell me', 'user: about it', 'assistant: Sure.']);
    expect(ledger.open()).toEqual({ playout: 1, stt: 1, vad: 1 });
  });

  it('is superseded by the very first interim: the request is cancelled at once', async () => {
    let aborted = 0;
    const { clock } = createTestSession({
      voice: [question, second],
      says: ['tell me', 'about it'],
      agent: {
        llm_response_handler: ({ signal }) => {
          signal.addEventListener('abort', () => (aborted ||= clock.now()));
          return never();
        },
      },
    });
    await clock.run(3000);
    expect(aborted).toBe(1920 + 320);
  });

  it('keeps the calls it has collected, with their results', async () => {
    const book = defineFunction({
      description: 'books',
      parameters: z.object({}),
      execute: () => clockOf.sleep(2000).then(() => 'booked'),
    });
    const made = createTestSession({
      voice: [question, second],
      says: ['book it', 'no wait'],
      llm: [{ calls: [{ name: 'book' }] }, 'All right.'],
      agent: { functions: { book } },
    });
    const { clock, history } = made;
    const clockOf = clock;
    await clock.run(6000);
    expect(history()).toEqual([
      'user: book it',
      'assistant: ',
      'tool: interrupted: may have been carried out',
      'user: no wait',
      'assistant: All right.',
    ]);
  });

  it('announces and starts no call while a segment is open', async () => {
    const executed: number[] = [];
    const { clock, events } = createTestSession({
      voice: [question, second],
      says: ['what time', ''],
      llm: [{ ...slow(''), calls: [{ name: 'time' }] }, 'Seven.'],
      agent: {
        functions: {
          time: defineFunction({
            description: 'time',
            parameters: z.object({}),
            execute: () => void executed.push(clock.now()),
          }),
        },
      },
    });
    await clock.run(6000);
    expect(executed).toEqual([3186]);
    expect(events).toContainEqual(at(3186, 'function_calls_collected'));
  });

  it('asks for no further round while a segment is open; functions already running go on', async () => {
    const { clock, events, llm } = createTestSession({
      voice: [question, second],
      says: ['what time', ''],
      llm: [{ calls: [{ name: 'time' }] }, 'Seven.'],
      agent: {
        functions: {
          time: defineFunction({ description: 'time', parameters: z.object({}), execute: () => clock.sleep(1000) }),
        },
      },
    });
    const asked: number[] = [];
    const calls = llm.inputs as unknown[];
    clock.schedule(() => asked.push(calls.length), 3100);
    await clock.run(6000);
    expect(events).toContainEqual(at(2586, 'function_calls_executed'));
    expect(asked).toEqual([1]);
    expect(events).toContainEqual(at(3186, 'agent_started_speaking'));
  });
});

describe('noise does not hold for ever', () => {
  it('commits the words it brought before', async () => {
    const { clock, history, events } = createTestSession({
      voice: [{ atMs: 320, forMs: 8000 }],
      says: [{ text: 'hello', answer: 'empty' }],
      llm: ['Hi.'],
    });
    await clock.run(12_000);
    expect(history()).toEqual(['user: hello', 'assistant: Hi.']);
    const order = events.map(({ event }) => event);
    expect(order.slice(0, 3)).toEqual(['user_started_speaking', 'user_stopped_speaking', 'user_message_added']);
  });

  it('asks a recogniser without interims first, after 10 s', async () => {
    const voice = [{ atMs: 320, forMs: 12_800 }];
    const says = [{ text: 'hello', msPerWord: 11_000 }];
    const { clock, history, errors } = createTestSession({ voice, says, llm: ['Hi.'], stt: { interims: false } });
    await clock.run(20_000);
    expect(errors.map(({ code }) => code)).toContain('noise');
    expect(history()[0]).toBe('user: hello');
  });
});

describe('a silence inside the agent’s speech', () => {
  /** The first sentence is flushed at 2586 and played until 3426, the second comes at 5086. */
  const silent = (atMs: number) => ({
    voice: [question, { atMs, forMs: 320 }],
    says: ['tell me', 'wait'],
    llm: [{ text: ['One two three. ', 'Four five six.'], tokenMs: 3500 }, 'Yes?'],
  });

  it('lets no audio begin over an open segment', async () => {
    const { clock, io } = createTestSession({ ...silent(4800), says: ['tell me', ''] });
    await clock.run(12_000);
    const audio = io.commands.filter(({ command }) => command.kind === 'audio').map(({ atMs }) => atMs);
    expect(audio.filter((at) => at > 4864 && at < 5696)).toEqual([]);
    expect(audio.some((at) => at >= 5696)).toBe(true);
  });
});

describe('a first message', () => {
  it('is spoken as soon as the client has joined', async () => {
    const { clock, io, events } = createTestSession({
      config: { first_message: 'Good evening.' },
      prepare: ({ user }) => user.connected.next(false),
    });
    clock.schedule(() => io.user.connected.next(true), 700);
    await clock.run(3000);
    expect(events).toEqual([
      at(700, 'agent_started_speaking'),
      at(1480, 'agent_stopped_speaking'),
      at(1480, 'agent_message_added', 'Good evening.'),
    ]);
  });

  it('is only held, never superseded; words before it wait', async () => {
    const voice = [{ atMs: 64, forMs: 640 }];
    const { clock, history } = createTestSession({
      voice,
      says: ['a table please'],
      llm: ['Hi.'],
      config: { first_message: 'Good evening.' },
      tts: { firstAudioMs: 500 },
    });
    await clock.run(6000);
    expect(history()).toEqual(['assistant: Good evening.', 'user: a table please', 'assistant: Hi.']);
  });
});

function never(): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) };
}
