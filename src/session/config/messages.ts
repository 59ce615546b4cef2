import type * as z from 'zod';
import type { HistoryMessage, MessageInput } from '../../core/message.ts';
import { didYouMean } from '../../core/didYouMean.ts';
import { reportFaults, type Fault } from './faults.ts';
import { lazySchema } from '../../core/zod.ts';

const calledSchema = lazySchema((z) => z.strictObject({ name: z.string(), arguments: z.string() }));
const functionCallSchema = lazySchema((z) =>
  z.looseObject({ id: z.string(), type: z.literal('function'), function: calledSchema() }),
);

/** A message as it is read, before `normalise`. */
type ReadMessage = Omit<HistoryMessage, 'content'> & Pick<MessageInput, 'content' | 'function'>;

export const messageSchema: () => z.ZodType<ReadMessage, MessageInput> = lazySchema((z) =>
  z.looseObject({
    content: z
      .string()
      .nullable()
      .describe('Text of the message. null is allowed only with `tool_calls` and is read as `""`.'),
    role: z.enum(['system', 'user', 'assistant', 'tool']).describe('Who speaks.'),
    name: z.string().nullable().default(null).describe('Distinguishes participants with the same role.'),
    tool_call_id: z
      .string()
      .nullable()
      .default(null)
      .describe('The call that this message answers. Only where `role` is `tool`.'),
    tool_calls: z.array(functionCallSchema()).optional().describe('The calls that an assistant message requests.'),
    function: calledSchema()
      .optional()
      .describe(
        'The call that was executed, as in the results of `on_function_calls_executed`. Only where `role` is `tool`; ' +
          'it is not kept.',
      ),
  }),
);

/**
 * The schema of the messages of a config. Rejects misspelt fields, and fields that do not belong to the role of their
 * message. Keeps unknown fields of messages and calls for the model. Accepts histories that chat models refuse;
 * `findUnusualMessages` warns about them.
 */
export const initialMessagesSchema: () => z.ZodType<readonly HistoryMessage[], readonly MessageInput[]> = lazySchema(
  (z) =>
    z
      .array(messageSchema())
      .superRefine(reportFaults(findMisplaced), { when: ({ value }) => Array.isArray(value) })
      .transform((messages) => messages.map(normalise)),
);

/** Finds misplaced fields, even in otherwise invalid messages, so that all faults are reported at once. */
function* findMisplaced(messages: readonly unknown[]): Generator<Fault> {
  for (const [i, message] of messages.entries()) {
    const fields = toFields(message);
    const { role, content, tool_call_id = null } = fields;
    if (content === null && !hasCalls(fields)) yield { path: [i, 'content'], message: 'a string' };
    if (role !== 'tool' && tool_call_id !== null)
      yield { path: [i, 'tool_call_id'], message: 'null, because `role` is not "tool"' };
    for (const [field, only] of ROLE_FIELDS)
      if (fields[field] !== undefined && role !== only)
        yield { path: [i, field], message: `no such field, because \`role\` is not "${only}"` };
    for (const [name, hint] of findMisspelt(fields)) yield { path: [i, name], message: `no such field${hint}` };
  }
}

/** Finds misspelt fields, each with a suggestion. */
function findMisspelt(fields: object): readonly (readonly [name: string, hint: string])[] {
  const unknown = Object.keys(fields).filter((name) => !FIELDS.includes(name));
  return unknown.map((name) => [name, didYouMean(name, FIELDS)] as const).filter(([, hint]) => hint !== '');
}

/** Fields that belong to one role. */
const ROLE_FIELDS = [
  ['tool_calls', 'assistant'],
  ['function', 'tool'],
] as const;

const FIELDS: readonly string[] = ['content', 'role', 'name', 'tool_call_id', 'tool_calls', 'function'];

type Fields = Partial<Record<keyof MessageInput, unknown>>;

function hasCalls({ role, tool_calls: calls }: Fields): boolean {
  return role === 'assistant' && Array.isArray(calls) && calls.length > 0;
}

function normalise(message: ReadMessage): HistoryMessage {
  const { content, function: _, ...kept } = message;
  return { ...kept, content: content ?? '' };
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? value : {};
}
