import type * as z from 'zod';
import { LIMITS } from '../../core/limits.ts';
import type { AddedMessage } from '../../core/message.ts';
import type { ReplyRequest } from '../../core/speech.ts';
import { lazySchema } from '../../core/zod.ts';

/** What a reply without words of the user is asked for. */
export const replyRequestSchema: () => z.ZodType<ReplyRequest, ReplyRequest> = lazySchema((z) =>
  z.strictObject({
    instructions: z.string().trim().min(1).max(LIMITS.instructions).optional(),
    text: z.string().trim().min(1).max(LIMITS.sayText).optional(),
    tool_choice: z
      .union([
        z.enum(['auto', 'none', 'required']),
        z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: z.string() }) }),
      ])
      .optional(),
    allow_interruptions: z.boolean().optional(),
  }),
);

/** The messages that are added to the history of a running session. */
export const addedMessagesSchema: () => z.ZodType<readonly AddedMessage[], readonly AddedMessage[]> = lazySchema((z) =>
  z.array(z.strictObject({ role: z.enum(['system', 'assistant']), content: z.string().min(1).max(LIMITS.sayText) })),
);
