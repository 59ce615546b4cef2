import * as z from 'zod';
import { DIGITS, type Digit } from '../../../core/digit.ts';
import { ConnectionError, createFieldError } from '../../protocols/connectionError.ts';
import { isDeeperThan } from '../../media/isDeeperThan.ts';
import { parseJsonObject } from '../../protocols/parseFields.ts';

/** The label of RTVI messages. Messages with other labels do not belong to the protocol. */
export const LABEL = 'rtvi-ai';
const MAX_DEPTH = 32;
const MAX_ID = 128;
const MAX_TEXT = 8192;
const MAX_BUTTONS = 32;

/** A client message of any type. */
export interface Envelope {
  readonly type: string;
  /** Repeated in the answer. */
  readonly id: string | undefined;
  readonly data: unknown;
}

/**
 * Parses the text of a message. Returns undefined for another label.
 *
 * @throws ConnectionError `protocol_error` for an invalid message, naming the field
 */
export function parseEnvelope(text: string): Envelope | undefined {
  if (isDeeperThan(MAX_DEPTH, text))
    throw new ConnectionError('protocol_error', `Expected a message to be at most ${MAX_DEPTH} levels deep.`);
  const { label, type, id, data } = parseJsonObject(text, 'the data of a MessageFrame');
  if (label !== LABEL) return undefined;
  if (typeof type !== 'string') throw createFieldError('type', 'a message', 'a string', typeof type);
  if (id !== undefined && !(typeof id === 'string' && id.length <= MAX_ID))
    throw createFieldError('id', type, `a string of at most ${MAX_ID} characters`, typeof id);
  return { type, id, data };
}

const TEXT = `a string of 1 to ${MAX_TEXT} characters`;
const YES_OR_NO = 'true or false';
const BUTTONS = `a list of 1 to ${MAX_BUTTONS} keys`;
const KEY = 'one of 0 to 9, *, #, A to D';
const NAME = `a string of 1 to ${MAX_ID} characters`;

const isOn = z.boolean(YES_OR_NO).optional();
const key = z.enum(DIGITS, KEY);

/** The data of the messages that a session handles. */
export interface ClientData {
  readonly 'send-text': {
    readonly content: string;
    readonly options?:
      | { readonly run_immediately?: boolean | undefined; readonly audio_response?: boolean | undefined }
      | undefined;
  };
  readonly dtmf: { readonly buttons: readonly Digit[] };
  readonly 'client-message': { readonly t: string };
}

const SCHEMAS: { readonly [Type in keyof ClientData]: z.ZodType<ClientData[Type]> } = {
  'send-text': z.object({
    content: z.string(TEXT).min(1, TEXT).max(MAX_TEXT, TEXT),
    options: z.object({ run_immediately: isOn, audio_response: isOn }, 'an object').optional(),
  }),
  // Clients of earlier versions send each key in a separate message.
  dtmf: z.union([
    z.object({ button: key }).transform(({ button }) => ({ buttons: [button] })),
    z.object({ buttons: z.array(key, BUTTONS).min(1, BUTTONS).max(MAX_BUTTONS, BUTTONS) }),
  ]),
  'client-message': z.object({ t: z.string(NAME).min(1, NAME).max(MAX_ID, NAME) }),
};

/**
 * Parses the data of a message.
 *
 * @throws ConnectionError `protocol_error`, naming the field
 */
export function parseData<Type extends keyof ClientData>(type: Type, data: unknown): ClientData[Type] {
  const parsed = SCHEMAS[type].safeParse(data);
  if (parsed.success) return parsed.data;
  const { path, message } = leafOf(parsed.error.issues);
  throw createFieldError(['data', ...path].join('.'), type, message, 'something else');
}

/** Returns the error of the last alternative in a union. */
function leafOf(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue {
  const [issue] = issues;
  if (issue === undefined) throw new TypeError('no issue');
  return issue.code === 'invalid_union' ? leafOf(issue.errors.at(-1) ?? []) : issue;
}
