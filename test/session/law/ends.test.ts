import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineFunction } from '../../../src/session/agent.ts';
import { rig } from '../../support/rig.ts';
import type { Rig, RigOptions } from '../../support/rig.ts';

const question = { atMs: 320, forMs: 640 };
const LONG =
  'We opened in nineteen eighty. My grandmother cooked here for forty years. Today my sister runs the kitchen.';
const asked = (options: RigOptions = {}): Rig => rig({ voice: [question], says: ['tell me'], llm: [LONG], ...options });
const codes = ({ errors }: Rig): readonly string[] => errors.map(({ code }) => code);

describe('functions (section 10)', () => {
  const lookUp = (execute: () => unknown, more: { uninterruptible?: boolean } = {}) => ({
    functions: { look_up: defineFunction({ description: 'looks it up', parameters: z.object({}), execute, ...more }) },
  });
  const calling = { calls: [{ name: 'look_up', id: 'call_1' }] };

  it('are collected, executed, recorded, and answered in a further round', async () => {
    const { clock, log, history } = asked({
      llm: [calling, 'Seven.'],
      agent: lookUp(() => clock.sleep(300).then(() => 'seven')),
    });
    await clock.run(5000);
    expect(log.slice(2)).toEqual([
      '1586 user_message_added: tell me',
      '1586 function_calls_collected',
      '1886 function_calls_executed',
      '1886 agent_started_speaking',
      '2246 agent_stopped_speaking',
      '2246 agent_message_added: Seven.',
    ]);
    expect(history()).toEqual(['user: tell me', 'assistant: ', 'tool: seven', 'assistant: Seven.']);
  });

  it('show the further round what the reply has said, once', async () => {
    const { clock, llm, history } = asked({
      llm: [{ ...calling, text: 'One moment.' }, 'Seven.'],
      agent: lookUp(() => 'seven'),
    });
    await clock.run(6000);
    expect(llm.inputs[1]).toMatchObject({
      messages: [
        { role: 'user', content: 'tell me' },
        {
          role: 'assistant',
          content: 'One moment.',
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look_up' } }],
        },
        { role: 'tool', content: 'seven', tool_call_id: 'call_1' },
      ],
      tools: undefined,
    });
    expect(history().at(-1)).toBe('assistant: One moment. Seven.');
  });

  it('speak the text of a round while they run', async () => {
    const { clock, log } = asked({
      llm: [{ ...calling, text: 'One moment.' }, 'Seven.'],
      agent: lookUp(() => clock.sleep(2000).then(() => 'seven')),
    });
    await clock.run(6000);
    expect(log.slice(3, 6)).toEqual([
      '1586 agent_started_speaking',
      '1586 function_calls_collected',
      '3586 function_calls_executed',
    ]);
  });

  it('called after the last permitted round are answered with an error', async () => {
    const made = asked({ llm: [calling, calling], agent: lookUp(() => 'seven') });
    await made.clock.run(5000);
    expect(made.log.filter((line) => line.includes('function_calls'))).toHaveLength(4);
    expect(made.history().at(-1)).toContain('no further round');
    expect(codes(made)).toContain('function_rounds_exceeded');
  });

  it.each([
    [0, 2],
    [1, 4],
    [2, 6],
  ])('may have %i further rounds', async (max_nested_function_calls, events) => {
    const llm = [calling, calling, calling];
    const made = asked({ llm, agent: lookUp(() => 'seven'), config: { max_nested_function_calls } });
    await made.clock.run(5000);
    expect(made.log.filter((line) => line.includes('function_calls'))).toHaveLength(events);
  });

  it('are settled at once by an interruption, with nothing of what they return later', async () => {
    const { clock, io, log, history } = asked({
      llm: [{ ...calling, text: 'One moment please.' }, 'Yes?'],
      agent: lookUp(() => clock.sleep(9000).then(() => 'late')),
    });
    clock.schedule(() => io.user.text.next('stop'), 2000);
    await clock.run(15_000);
    expect(log.slice(5, 10)).toEqual([
      '2000 function_calls_executed',
      '2000 agent_interrupted: One',
      '2000 agent_stopped_speaking',
      '2000 agent_message_added: One',
      '2000 user_message_added: stop',
    ]);
    expect(history().slice(1, 4)).toEqual(['assistant: ', 'tool: interrupted', 'assistant: One']);
  });

  it.each([
    [9999, 'tool: done', 11_999],
    [10_001, 'tool: still running', 12_000],
  ])('that cannot be interrupted make the next turn wait, at most 10 s (%i ms)', async (ms, result, committedAt) => {
    const { clock, io, log, history } = asked({
      llm: [{ ...calling, text: 'One moment please.' }, 'Yes?'],
      agent: lookUp(() => clock.sleep(ms + 414).then(() => 'done'), { uninterruptible: true }),
    });
    clock.schedule(() => io.user.text.next('stop'), 2000);
    await clock.run(20_000);
    expect(history()).toContain(result);
    expect(log).toContain(`${committedAt} user_message_added: stop`);
  });
});

describe('failures are turns too (section 11)', () => {
  it('plays whole sentences, drops the fragment, and listens', async () => {
    const made = asked({ llm: [{ text: 'One two three. Four five six', tokenMs: 50, failAfterTokens: 5 }] });
    await made.clock.run(6000);
    expect(made.history().at(-1)).toBe('assistant: One two three.');
    expect(codes(made)).toEqual(['handler_failed']);
  });

  it.each([
    [9999, []],
    [10_001, ['slow_reply', 'handler_timeout']],
  ])('waits 10 s for the first chunk (%i ms)', async (firstTokenMs, expected) => {
    const made = asked({ llm: [{ text: 'Hm.', firstTokenMs }] });
    await made.clock.run(15_000);
    expect(codes(made).filter((code) => expected.length > 0 || code !== 'slow_reply')).toEqual(expected);
  });

  it('speaks the whole words of a handler that stalls', async () => {
    const { clock, io } = asked({ llm: [{ text: ['One two ', 'three four'], stallAfterTokens: 1 }] });
    await clock.run(2586);
    expect(io.commands.some(({ command }) => command.kind === 'audio')).toBe(true);
  });

  it('reports a reply without a sound after 8 s, and every 8 s after that', async () => {
    const made = asked({
      llm: [{ calls: [{ name: 'wait' }] }, 'So.'],
      agent: { functions: { wait: waits(() => made.clock.sleep(25_000)) } },
    });
    await made.clock.run(30_000);
    expect(made.errors.map(({ code, details }) => `${code} ${details.phase}`)).toEqual(
      Array(3).fill('slow_reply functions'),
    );
  });

  it('reports a reply with nothing said', async () => {
    const made = asked({ llm: [''] });
    await made.clock.run(4000);
    expect(codes(made)).toEqual(['empty_reply']);
  });

  it('survives a voice that fails, with what it brought', async () => {
    const made = asked({ llm: ['One two three. Four five six.', 'Yes?'], tts: { failAfterChars: 20 } });
    await made.clock.run(6000);
    expect(made.history().at(-1)).toBe('assistant: One two three. Four');
    expect(codes(made)).toEqual(['provider_failed']);
  });

  it('survives a recogniser that fails, and hears the next segment', async () => {
    const voice = [question, { atMs: 3200, forMs: 640 }];
    const made = asked({ voice, says: [{ text: '', answer: 'failed' }, 'hello'], llm: ['Hi.'] });
    await made.clock.run(8000);
    expect(made.history()).toEqual(['user: hello', 'assistant: Hi.']);
    expect(codes(made)).toContain('provider_failed');
  });

  it('ends the session when its ears fail', async () => {
    const { clock, session } = asked({
      options: { ports: { vad: { sampleRate: 16_000, windowSamples: 512, score: () => failing() } } },
    });
    let reason = '';
    void session.ended.then((end) => (reason = end.reason));
    await clock.run(2000);
    expect(reason).toBe('provider_failed');
  });

  it('reports an event handler that throws or rejects, and goes on', async () => {
    const made = asked({
      llm: ['Hi.'],
      agent: {
        on_user_started_speaking: () => {
          throw new Error('thrown');
        },
        on_user_message_added: () => Promise.reject(new Error('rejected')),
      },
    });
    await made.clock.run(4000);
    expect(codes(made)).toEqual(['event_handler_failed', 'event_handler_failed']);
    expect(made.history()).toEqual(['user: tell me', 'assistant: Hi.']);
  });
});

describe('the end of a session (section 9)', () => {
  const reasonOf = ({ session }: Rig): { reason: string } => {
    const end = { reason: 'none' };
    void session.ended.then(({ reason }) => (end.reason = reason));
    return end;
  };

  it('tells what was heard, without an interruption, and closes everything', async () => {
    const made = asked();
    const end = reasonOf(made);
    made.clock.schedule(() => made.session.end({ after: 'now' }), 3000);
    await made.clock.run(4000);
    expect(made.log.slice(4)).toEqual([
      '3000 agent_stopped_speaking',
      '3000 agent_message_added: We opened in nineteen',
    ]);
    expect([end.reason, made.ledger.open(), made.clock.pending]).toEqual(['agent_ended', {}, 0]);
  });

  it('settles open calls, stops the user, and keeps their words', async () => {
    const made = asked({
      voice: [question, { atMs: 1920, forMs: 3000 }],
      says: ['tell me', 'something else'],
      llm: [{ calls: [{ name: 'wait' }], text: 'One moment please, I am looking.' }],
      agent: { functions: { wait: waits(() => made.clock.sleep(60_000)) } },
      config: { allow_interruptions: false },
    });
    const end = reasonOf(made);
    made.clock.schedule(() => made.session.end({ after: 'now' }), 3000);
    await made.clock.run(4000);
    expect(made.log.slice(6)).toEqual([
      '3000 agent_stopped_speaking',
      '3000 agent_message_added: One moment please, I am',
      '3000 function_calls_executed',
      '3000 user_stopped_speaking',
      '3000 user_message_added: something else',
    ]);
    expect([end.reason, made.ledger.open()]).toEqual(['agent_ended', {}]);
  });

  it('comes after what is being said, when asked so', async () => {
    const made = asked({ llm: ['Goodbye.'] });
    const end = reasonOf(made);
    made.clock.schedule(() => made.session.end(), 1700);
    await made.clock.run(5000);
    expect(made.log.at(-1)).toBe('2066 agent_message_added: Goodbye.');
    expect(end.reason).toBe('agent_ended');
  });

  it('comes also when what is being said is interrupted', async () => {
    const made = asked({ llm: [LONG] });
    const end = reasonOf(made);
    made.clock.schedule(() => made.session.end(), 1700);
    made.clock.schedule(() => made.io.user.text.next('wait'), 3000);
    await made.clock.run(5000);
    expect(made.log.slice(-2)).toEqual([
      '3000 agent_message_added: We opened in nineteen',
      '3000 user_message_added: wait',
    ]);
    expect(end.reason).toBe('agent_ended');
  });

  it('begins nothing more', async () => {
    const { clock, session, io, log } = asked({ voice: [] });
    session.close('disconnected');
    clock.schedule(() => io.user.text.next('hello'), 100);
    await clock.run(1000);
    expect(log).toEqual([]);
  });
});

describe('what the owner says', () => {
  it('is a reply of its own, recorded like any other', async () => {
    const { clock, session, log } = rig({});
    clock.schedule(() => session.say('Dinner is served.'), 500);
    await clock.run(3000);
    expect(log).toEqual([
      '500 agent_started_speaking',
      '1520 agent_stopped_speaking',
      '1520 agent_message_added: Dinner is served.',
    ]);
  });

  it('within a reply under way is part of it', async () => {
    const { clock, session, history } = asked({ llm: [{ text: 'Here it is.', firstTokenMs: 500 }] });
    clock.schedule(() => session.say('One moment.'), 1700);
    await clock.run(6000);
    expect(history().at(-1)).toBe('assistant: One moment. Here it is.');
  });

  it('waits for the reply that is being played', async () => {
    const { clock, session, history } = asked({ llm: ['Here it is.'] });
    clock.schedule(() => session.say('Enjoy.'), 1700);
    await clock.run(6000);
    expect(history().slice(-2)).toEqual(['assistant: Here it is.', 'assistant: Enjoy.']);
  });
});

describe('the nine events', () => {
  it('carry frozen snapshots, and the live session data', async () => {
    const session_data = { seen: 0 };
    const inputs: { readonly message?: unknown; readonly session_data: unknown }[] = [];
    const made = asked({ llm: ['Hi.'], config: { session_data } });
    made.session.events$.subscribe(({ input }) => inputs.push(input));
    await made.clock.run(4000);
    expect(inputs.every((input) => input.session_data === session_data && Object.isFrozen(input))).toBe(true);
    expect(inputs[2]?.message).toEqual({ content: 'tell me', role: 'user', name: null, tool_call_id: null });
    expect(Object.isFrozen(inputs[2]?.message)).toBe(true);
  });

  it('are numbered without a gap', async () => {
    const seqs: number[] = [];
    const made = asked({ llm: ['Hi.'] });
    made.session.events$.subscribe(({ seq }) => seqs.push(seq));
    await made.clock.run(4000);
    expect(seqs).toEqual(seqs.map((_, at) => at));
  });

  it('reach the handler that stands on the agent when they fire', async () => {
    const told: string[] = [];
    const agent = { on_user_started_speaking: () => told.push('first') };
    const made = asked({ llm: ['Hi.'], agent });
    await made.clock.run(4000);
    expect(told).toEqual(['first']);
  });
});

function waits(execute: () => unknown): ReturnType<typeof defineFunction> {
  return defineFunction({ description: 'waits', parameters: z.object({}), execute }) as ReturnType<
    typeof defineFunction
  >;
}

function failing(): never {
  throw new Error('no ears');
}
