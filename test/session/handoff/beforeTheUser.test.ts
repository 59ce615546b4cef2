import { describe, expect, it } from 'vitest';
import type { HandoffHistory } from '../../../src/session/agentCode/handoff.ts';
import { create } from './handedOff.ts';

describe('a handoff before the user has said anything', () => {
  const SUMMARY = { history: 'summary', summarize: () => 'Nobody has spoken.' } as const;
  const CASES: readonly (readonly [string, HandoffHistory, readonly string[]])[] = [
    ['everything', { history: 'all' }, []],
    ['nothing', { history: 'none' }, []],
    ['a summary', SUMMARY, ['system: Nobody has spoken.']],
  ];

  it.each(CASES)(
    'gives the other agent the call and its result, with %s of what was said before',
    async (_, handed, more) => {
      const made = create({
        handed,
        config: {
          initial_messages: [{ role: 'system', content: 'You are reception.' }],
          respond_on_request: true,
        },
      });
      made.clock.schedule(() => made.session.respond(), 100);
      await made.clock.run(9000);
      expect(made.errors).toEqual([]);
      expect(made.seen.map(({ messages }) => messages)).toEqual([
        ['system: You are billing.', ...more, 'assistant: One moment.', 'tool: The conversation goes on with billing.'],
      ]);
    },
  );
});
