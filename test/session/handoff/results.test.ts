import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../src/session/agent.ts';
import { handoff } from '../../../src/session/agentCode/handoff.ts';
import { createFunction } from '../../support/testSession.ts';
import { BILLING_CONFIG, create, type Options } from './handedOff.ts';

describe('a function that hands over', () => {
  const FAULTS: readonly (readonly [string, NonNullable<Options['transfer']>])[] = [
    ['an agent', (billing) => billing],
    ['a promise of an agent', (billing) => Promise.resolve(billing)],
    ['an agent in a value', (billing) => ({ next: billing })],
    ['a handoff in a list', (billing) => [handoff(billing, { session_data: { id: 4711 } })]],
  ];

  it.each(FAULTS)('gets an error if it returns %s, and its model sees no data of it', async (_, transfer) => {
    const made = create({ transfer });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    const why = 'expected handoff(agent) alone, got an agent, or a value that holds one';
    expect(made.history().find((line) => line.startsWith('tool: '))).toBe(`tool: error: "transfer" failed: ${why}`);
    expect(made.codes).toEqual(['function_failed']);
    expect(made.spoken()).toEqual(['One moment. Back here.']);
  });

  it('gets an error if another one of its round has handed over before', async () => {
    const sales: Agent = { name: 'sales', configure_session: () => BILLING_CONFIG, llm_response_handler: () => NEVER };
    const made = create({
      llm: [{ calls: [{ name: 'transfer' }, { name: 'transfer_to_sales' }] }],
      more: { transfer_to_sales: createFunction(() => handoff(sales)) },
    });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    expect(made.seen[0]?.messages.slice(-2)).toEqual([
      'tool: The conversation goes on with billing.',
      'tool: error: "transfer_to_sales" failed: handoff(): the conversation was already handed to billing',
    ]);
    expect(made.spoken()).toEqual(['This is billing.']);
  });
});
