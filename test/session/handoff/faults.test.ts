import { describe, expect, it } from 'vitest';
import { handoff } from '../../../src/session/agentCode/handoff.ts';
import { CALL, create, type Options } from './handedOff.ts';

describe('a handoff that fails', () => {
  const FAULTS: readonly (readonly [string, Options, string])[] = [
    ['to what is no agent', { transfer: () => handoff({} as never) }, 'agent.configure_session: expected a function'],
    ['to an agent without a name', { billing: { name: undefined } }, 'agent.name: expected a text'],
    ['with another history', { handed: { history: 'some' } }, 'history: expected "all", "summary" or "none"'],
    ['without a function for the summary', { handed: { history: 'summary' } }, 'summarize: expected a function'],
    [
      'with a config that is not valid',
      { billing: { configure_session: () => ({ vad: 7 }) as never } },
      'The session config has',
    ],
    [
      'as its config fails',
      {
        billing: {
          configure_session: () => {
            throw new Error('no database');
          },
        },
      },
      'no database',
    ],
  ];

  it.each(FAULTS)('is a result that says why, and the agent goes on: %s', async (_, options, why) => {
    const made = create({ ...options, llm: [CALL, 'Sorry.'] });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    expect(made.history().find((line) => line.startsWith('tool: '))).toContain(why);
    expect(made.codes).toContain('function_failed');
    expect(made.seen).toEqual([]);
    expect(made.spoken()).toEqual(['Sorry.']);
  });

  it('is given up with the call when the user interrupts', async () => {
    const made = create({
      billing: { configure_session: () => new Promise(() => {}) },
      llm: [{ text: 'One moment, I am looking for somebody who knows.', ...CALL }, 'Yes?'],
    });
    made.type(100, 'my invoice is wrong');
    made.type(1500, 'wait');
    await made.clock.run(9000);
    expect(made.history()).toContain('tool: interrupted: may have been carried out');
    expect(made.seen).toEqual([]);
    expect(made.spoken().at(-1)).toBe('Yes?');
  });

  it('lets the other agent answer the user who interrupts the last words of the first', async () => {
    const made = create({ llm: [{ text: 'One moment, I am looking for somebody who knows.', ...CALL }, 'No.'] });
    made.type(100, 'my invoice is wrong');
    made.type(1500, 'wait');
    await made.clock.run(9000);
    expect(made.errors.filter(({ details }) => details.failure !== false)).toEqual([]);
    expect(made.seen).toHaveLength(1);
    expect(made.seen[0]?.messages.at(-1)).toBe('user: wait');
    expect(made.spoken().at(-1)).toBe('This is billing.');
  });
});
