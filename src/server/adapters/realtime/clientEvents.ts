import * as z from 'zod';

/** Longest id, in characters. */
const MAX_ID = 256;
const MAX_TEXT = 8192;
const MAX_INSTRUCTIONS = 65_536;
const MAX_OUTPUT = 65_536;

const id: z.ZodType<string> = z.string().min(1).max(MAX_ID);

/** An audio format for one direction. */
export type RealtimeFormat =
  | { readonly type: 'audio/pcm'; readonly rate?: 24_000 | undefined }
  | { readonly type: 'audio/pcmu' | 'audio/pcma' };

/** The part of a session that a client sends. */
export interface SessionUpdate {
  readonly type?: 'realtime' | undefined;
  readonly instructions?: string | null | undefined;
  readonly tools?: readonly unknown[] | null | undefined;
  readonly output_modalities?: readonly string[] | null | undefined;
  readonly audio?:
    | {
        readonly input?:
          | { readonly format?: RealtimeFormat | null | undefined; readonly turn_detection?: object | null | undefined }
          | null
          | undefined;
        readonly output?:
          | {
              readonly format?: RealtimeFormat | null | undefined;
              readonly voice?: unknown;
              readonly output_audio_timestamp_types?: readonly string[] | null | undefined;
            }
          | null
          | undefined;
      }
    | null
    | undefined;
}

/** An event of the client. */
export type ClientEvent =
  | { readonly type: 'session.update'; readonly session: SessionUpdate }
  | { readonly type: 'input_audio_buffer.append'; readonly audio: string }
  | { readonly type: 'input_audio_buffer.commit' }
  | { readonly type: 'input_audio_buffer.clear' }
  | { readonly type: 'output_audio_buffer.clear' }
  | { readonly type: 'response.create'; readonly response?: unknown }
  | { readonly type: 'response.cancel'; readonly response_id?: string | undefined }
  | { readonly type: 'conversation.item.create'; readonly item: TypedItem | AddedItem | FunctionOutput }
  | { readonly type: 'conversation.item.retrieve'; readonly item_id: string }
  | { readonly type: 'conversation.item.delete'; readonly item_id: string }
  | {
      readonly type: 'conversation.item.truncate';
      readonly item_id: string;
      readonly content_index: number;
      readonly audio_end_ms: number;
    };

/** A text that the user typed. */
export interface TypedItem {
  readonly id?: string | undefined;
  readonly role: 'user';
  readonly content: readonly [{ readonly text: string }];
}

/** A message that the client adds to the history. */
export interface AddedItem extends Omit<TypedItem, 'role'> {
  readonly role: 'assistant' | 'system';
}

/** The result of a function that the client executed. */
export interface FunctionOutput {
  readonly id?: string | undefined;
  readonly call_id: string;
  readonly output: string;
}

const format: z.ZodType<RealtimeFormat> = z.union([
  z.object({ type: z.literal('audio/pcm'), rate: z.literal(24_000).optional() }),
  z.object({ type: z.enum(['audio/pcmu', 'audio/pcma']) }),
]);

const session: z.ZodType<SessionUpdate> = z.object({
  type: z.literal('realtime').optional(),
  instructions: z.string().max(MAX_INSTRUCTIONS).nullish(),
  tools: z.array(z.unknown()).max(128).nullish(),
  output_modalities: z.array(z.string()).max(2).nullish(),
  audio: z
    .object({
      input: z
        .object({ format: format.nullish(), turn_detection: z.object({}).nullable().optional().catch(undefined) })
        .nullish(),
      output: z
        .object({
          format: format.nullish(),
          voice: z.unknown().optional(),
          output_audio_timestamp_types: z.array(z.string()).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

/** Fields that are accepted and ignored, because they do not matter for a new item. */
const common = { id: id.optional(), object: z.literal('realtime.item').optional(), status: z.unknown().optional() };

const message = { ...common, type: z.literal('message') };
const inputText = z.tuple([z.object({ type: z.literal('input_text'), text: z.string().min(1).max(MAX_TEXT) })]);
const outputText = z.tuple([z.object({ type: z.literal('output_text'), text: z.string().min(1).max(MAX_TEXT) })]);

const newItem: z.ZodType<TypedItem | AddedItem | FunctionOutput> = z.discriminatedUnion('type', [
  z.discriminatedUnion('role', [
    z.object({ ...message, role: z.literal('user'), content: inputText }),
    z.object({ ...message, role: z.literal('system'), content: inputText }),
    z.object({ ...message, role: z.literal('assistant'), content: outputText }),
  ]),
  z.object({
    ...common,
    type: z.literal('function_call_output'),
    call_id: id,
    output: z.string().max(MAX_OUTPUT),
  }),
]);

/** Fails to compile if an event type is missing. */
const SCHEMAS: Readonly<Record<ClientEvent['type'], z.ZodType<object>>> = {
  'session.update': z.object({ session }),
  'input_audio_buffer.append': z.object({ audio: z.base64() }),
  'input_audio_buffer.commit': z.object({}),
  'input_audio_buffer.clear': z.object({}),
  'conversation.item.create': z.object({ item: newItem }),
  'conversation.item.retrieve': z.object({ item_id: id }),
  'conversation.item.delete': z.object({ item_id: id }),
  'conversation.item.truncate': z.object({
    item_id: id,
    content_index: z.literal(0),
    audio_end_ms: z.number().min(0),
  }),
  'response.create': z.object({ response: z.unknown().optional() }),
  'response.cancel': z.object({ response_id: id.optional() }),
  'output_audio_buffer.clear': z.object({}),
};

/** A rejected event, with the reason. */
export interface Refused {
  readonly code: string;
  readonly message: string;
  readonly param?: string | undefined;
}

/** Checks whether a value is a refusal rather than a parsed event. */
export function isRefused(value: object): value is Refused {
  return 'code' in value && 'message' in value;
}

/** Parses the fields of a client event. */
export function parseClientEvent(value: Readonly<Record<string, unknown>>): ClientEvent | Refused {
  const { type } = value;
  if (typeof type !== 'string')
    return { code: 'invalid_type', message: 'Expected type to be a string.', param: 'type' };
  const schema = findSchema(type);
  if (schema === undefined)
    return { code: 'unknown_event', message: 'Expected type to be the type of a client event.', param: 'type' };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { type, ...parsed.data } as ClientEvent;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? '';
  return { code: 'invalid_value', message: `Expected ${param} of ${type} to be valid: ${issue?.message}.`, param };
}

function findSchema(type: string): z.ZodType<object> | undefined {
  return Object.hasOwn(SCHEMAS, type) ? SCHEMAS[type as ClientEvent['type']] : undefined;
}

/** Returns the `event_id` of a client event. */
export function eventIdOf({ event_id: eventId }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof eventId === 'string' && eventId.length <= MAX_ID ? eventId : undefined;
}
