import * as z from 'zod';
import type { Digit } from '../../../core/digit.ts';
import { parseFields, parseJsonObject } from '../../protocols/parseFields.ts';
import { digit } from '../telephone/streamEvents.ts';

/** A jambonz message that a session handles. `start` is the first message, with the data of the call. */
export type JambonzMessage =
  | { readonly kind: 'start'; readonly sampleRate: number }
  | { readonly kind: 'digit'; readonly digit: Digit };

const start = z.object({ sampleRate: z.number('a number'), mixType: z.literal('mono', '"mono"') });
const dtmf = z.object({ dtmf: digit });

/**
 * Parses a text message from jambonz. `isFirst` marks the first message of the call. Returns undefined for other
 * events, such as `playDone`, and ignores unknown fields.
 *
 * @throws ConnectionError `protocol_error`, naming the field
 */
export function parseJambonzMessage(text: string, isFirst: boolean): JambonzMessage | undefined {
  const value = parseJsonObject(text);
  if (isFirst || Object.hasOwn(value, 'mixType'))
    return { kind: 'start', sampleRate: parseFields(start, 'the first message', value).sampleRate };
  if (value['event'] !== 'dtmf') return undefined;
  return { kind: 'digit', digit: parseFields(dtmf, 'dtmf', value).dtmf };
}
