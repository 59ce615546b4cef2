import { describe, expect, it } from 'vitest';
import { createAnsweringSession } from '../../support/playSession.ts';
import { createFunction } from '../../support/testSession.ts';
import { at } from '../../support/timedEvent.ts';

describe('functions', () => {
  const lookUp = (execute: () => unknown) => ({ functions: { look_up: createFunction(execute) } });
  const calling = { calls: [{ name: 'look_up', id: 'call_1' }] };

  it('are collected, executed, recorded, and answered in a further round', async () => {
    const { clock, events, history } = createAnsweringSession({
      llm: [calling, 'Seven.'],
      agent: lookUp(() => clock.sleep(300).then(() => 'seven')),
    });
    await clock.run(5000);
    expect(events.slice(2)).toEqual([
      at(1586, 'user_message_added', 'tell me'),
      at(1586, 'function_calls_collected'),
      at(1886, 'function_calls_executed'),
      at(1886, 'agent_started_speaking'),
      at(2246, 'agent_stopped_speaking'),
      at(2246, 'agent_message_added', 'Seven.'),
    ]);
    expect(history()).toEqual(['user: tell me', 'assistant: ', 'tool: seven', 'assistant: Seven.']);
  });

  it('start when the handler of their collection has been called', async () => {
    const log: string[] = [];
    const { clock } = createAnsweringSession({
      llm: [calling, 'Seven.'],
      agent: {
        ...lookUp(() => void log.push('executed')),
        on_function_calls_collected: () => void log.push('collected'),
      },
    });
    await clock.run(5000);
    expect(log).toEqual(['collected', 'executed']);
  });

  it('show the further round what the reply has said, once', async () => {
    const { clock, llm, history } = createAnsweringSession({
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
    const { clock, events } = createAnsweringSession({
      llm: [{ ...calling, text: 'One moment.' }, 'Seven.'],
      agent: lookUp(() => clock.sleep(2000).then(() => 'seven')),
    });
    await clock.run(6000);
    expect(events.slice(3, 6)).toEqual([
      at(1586, 'agent_started_speaking'),
      at(1586, 'function_calls_collected'),
      at(3586, 'function_calls_executed'),
    ]);
  });

  it('called after the last permitted round are not executed, and their results say so', async () => {
    const made = createAnsweringSession({ llm: [calling, calling], agent: lookUp(() => 'seven') });
    await made.clock.run(5000);
    expect(made.events.filter(({ event }) => event.startsWith('function_calls'))).toHaveLength(4);
    expect(made.history().at(-1)).toBe('tool: not executed: no further round of functions is permitted in this turn');
    expect(made.codes).toContain('function_rounds_exceeded');
  });

  it.each([
    [0, 2],
    [1, 4],
    [2, 6],
  ])('may have %i further rounds', async (max_nested_function_calls, events) => {
    const llm = [calling, calling, calling];
    const made = createAnsweringSession({ llm, agent: lookUp(() => 'seven'), config: { max_nested_function_calls } });
    await made.clock.run(5000);
    expect(made.events.filter(({ event }) => event.startsWith('function_calls'))).toHaveLength(events);
  });

  it('are settled at once by an interruption, with nothing of what they return later', async () => {
    const { clock, io, events, history } = createAnsweringSession({
      llm: [{ ...calling, text: 'One moment please.' }, 'Yes?'],
      agent: lookUp(() => clock.sleep(9000).then(() => 'late')),
    });
    clock.schedule(() => io.user.text.next('stop'), 2000);
    await clock.run(15_000);
    expect(events.slice(5, 10)).toEqual([
      at(2000, 'function_calls_executed'),
      at(2000, 'agent_interrupted', 'One'),
      at(2000, 'agent_stopped_speaking'),
      at(2000, 'agent_message_added', 'One'),
      at(2000, 'user_message_added', 'stop'),
    ]);
    expect(history().slice(1, 4)).toEqual([
      'assistant: ',
      'tool: interrupted: may have been carried out',
      'assistant: One',
    ]);
  });
});
