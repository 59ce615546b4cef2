import { NEVER, of } from 'rxjs';
import { expect, it } from 'vitest';
import { maskKeys } from '../../../src/core/maskKeys.ts';
import type { ServerMessageBody } from '../../../src/core/protocol.ts';
import type { FunctionResults } from '../../../src/core/turn.ts';
import { NO_USAGE } from '../../../src/core/usage.ts';
import { serverMessages } from '../../../src/server/media/serverMessages.ts';
import { mapNames } from '../../../src/core/names.ts';
import { EDGES } from '../../../src/session/edges.ts';

/** Returns the messages about these results. */
function messagesOf(...functionResults: readonly FunctionResults[]): readonly ServerMessageBody[] {
  const edges = { ...mapNames(EDGES, () => NEVER), functionResults: of(...functionResults) };
  const session = { edges, events$: NEVER, errors$: NEVER, agentState$: NEVER, usage: NO_USAGE };
  const messages: ServerMessageBody[] = [];
  serverMessages({ session, cleared: NEVER, mask: maskKeys }).subscribe((message) => messages.push(message));
  return messages;
}

const result = (tool_call_id: string, content: string) =>
  ({ tool_call_id, role: 'tool', content, function: { name: 'book', arguments: '{}' } }) as const;

it('a client is told which calls go on in the background, and what they have done so far', () => {
  const place = { turn: 0, round: 0 };
  const messages = messagesOf(
    {
      ...place,
      results: [result('a', 'begun'), result('b', 'sunny')],
      acknowledged: [{ tool_call_id: 'a', policy: 'silent' }],
    },
    { ...place, results: [result('a', 'half')], background: { kind: 'progress', say: 'Half.' } },
    { ...place, results: [result('a', 'done')], background: { kind: 'final', policy: 'silent' } },
    { turn: 1, round: 0, results: [result('c', 'noon')] },
  );
  expect(messages).toEqual([
    { type: 'function_calls.acknowledged', results: [{ tool_call_id: 'a', content: 'begun', policy: 'silent' }] },
    { type: 'function_calls.progress', tool_call_id: 'a', content: 'half' },
  ]);
});
