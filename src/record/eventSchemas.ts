import * as z from 'zod';

const text = z.string();
const count = z.number().int().min(0);

/** An error. */
export const written: z.ZodType = z.looseObject({
  message: text,
  code: text.optional(),
  details: z.looseObject({}).optional(),
});

/** Creates the schema of an event. */
export function kind(name: string, fields: z.ZodRawShape = {}): z.ZodObject<{ kind: z.ZodLiteral<string> }> {
  return z.looseObject({ kind: z.literal(name), ...fields });
}

/** The times of words within their audio. */
export const timings: z.ZodType = z.array(
  z.looseObject({ from: count, to: count, startMs: z.number(), endMs: z.number() }),
);

/** Number of a turn; negative for a text that the speech model was asked to say. */
const turn = z.int();
const samples = count.max(1_920_000);
const rate = count.max(192_000);

/** An event of a speech model. */
export const speechModelEvent: z.ZodType = z.discriminatedUnion('kind', [
  kind('ready'),
  kind('words', { turn, text, final: z.boolean() }),
  kind('words_failed', { turn, error: written }),
  kind('started', { turn }),
  kind('text', { turn, item: text, delta: text }),
  kind('audio', { turn, item: text, samples, rate }),
  kind('timings', { turn, item: text, words: timings }),
  kind('item_ended', { turn, item: text }),
  kind('ended', {
    turn,
    calls: z.array(z.looseObject({ id: text, function: z.looseObject({ name: text, arguments: text }) })),
    stoppedBy: z.enum(['length', 'content_filter']).optional(),
    error: written.optional(),
  }),
  kind('usage', { turn, usage: z.looseObject({}) }),
  kind('report', { error: written }),
]);
