import * as z from 'zod';
import type { Message, MessageInput } from '../../core/message.ts';
import { nonEmpty } from '../../core/schema.ts';
import type { Fault } from './faults.ts';
import { reportAll } from './faults.ts';

const functionCallSchema = z.strictObject({
  id: nonEmpty,
  type: z.literal('function'),
  function: z.strictObject({ name: nonEmpty, arguments: z.string() }),
});

export const messageSchema: z.ZodType<Message, MessageInput> = z.strictObject({
  content: z.string().describe('Text of the message.'),
  role: z.enum(['system', 'user', 'assistant', 'tool']).describe('Who speaks.'),
  name: z.string().nullable().default(null).describe('Tells participants of one role apart.'),
  tool_call_id: z
    .string()
    .nullable()
    .default(null)
    .describe('The call that this message answers: that of an earlier assistant message. Only where `role` is `tool`.'),
  tool_calls: z
    .array(functionCallSchema)
    .optional()
    .describe(
      'The calls that an assistant message asks for, each answered by a later message. An extension to the spec.',
    ),
});

/** Messages whose `tool` messages and calls belong together: others would be refused by every chat completion service. */
export const initialMessagesSchema: z.ZodType<readonly Message[], readonly MessageInput[]> = z
  .array(messageSchema)
  .superRefine(reportAll(faultsOf), { when: ({ value }) => Array.isArray(value) });

/** Runs also when single messages are at fault, so that all is reported at once: hence it trusts no shape. */
function* faultsOf(messages: readonly unknown[]): Generator<Fault> {
  const unanswered: Calls = new Map();
  for (const [i, message] of messages.entries()) {
    const { role, tool_call_id: id, tool_calls: calls } = fieldsOf(message);
    if (role === 'tool') yield* answer(id, [i, 'tool_call_id'], unanswered);
    else if (id !== undefined && id !== null)
      yield { path: [i, 'tool_call_id'], message: 'null, as `role` is not "tool"' };
    if (role === 'assistant') yield* collect(calls, [i, 'tool_calls'], unanswered);
    else if (calls !== undefined)
      yield { path: [i, 'tool_calls'], message: 'no such field, as `role` is not "assistant"' };
  }
  for (const path of unanswered.values()) yield { path, message: 'a call that a later `tool` message answers' };
}

/** Where the calls stand that wait for their `tool` message, by id. */
type Calls = Map<unknown, PropertyKey[]>;

function* answer(id: unknown, path: PropertyKey[], unanswered: Calls): Generator<Fault> {
  if (!unanswered.delete(id)) yield { path, message: 'the id of an unanswered call of an earlier assistant message' };
}

function* collect(calls: unknown, path: PropertyKey[], unanswered: Calls): Generator<Fault> {
  if (!Array.isArray(calls)) return;
  for (const [j, call] of calls.entries()) {
    const { id } = fieldsOf(call);
    if (unanswered.has(id)) yield { path: [...path, j, 'id'], message: 'an id that no other unanswered call has' };
    else unanswered.set(id, [...path, j]);
  }
}

function fieldsOf(value: unknown): Partial<Record<keyof MessageInput | 'id', unknown>> {
  return typeof value === 'object' && value !== null ? value : {};
}
