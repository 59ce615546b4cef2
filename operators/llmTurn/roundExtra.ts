import { createExtra, mergeExtra, ofCall, type ExtraFields, type Fields } from '../../src/core/extraFields.ts';
import { LIMITS } from '../../src/core/limits.ts';
import type { FunctionCall } from '../../src/core/message.ts';
import type { CheckedToolCall } from './checkedChoice.ts';

/** The unknown fields that the chunks of a round add up to. */
export class RoundExtra {
  #message: Fields | null = null;
  /** Their length so far, as JSON. */
  #chars = 0;

  /** True once they are more than a round may have. */
  get isTooLong(): boolean {
    return this.#chars > LIMITS.extraFields;
  }

  /** Adds fields of the message. */
  addMessage(fields: Fields): void {
    if (this.#hasRoom(fields)) this.#message = mergeExtra(this.#message, fields);
  }

  /** Returns the part of a call, without its fields if there is no room for them. */
  admit(call: CheckedToolCall): CheckedToolCall {
    return call.extra === null || this.#hasRoom(call.extra) ? call : { ...call, extra: null };
  }

  /** Returns the fields of the message and of its calls; undefined: there are none. */
  of(parts: readonly CheckedToolCall[], calls: readonly FunctionCall[]): ExtraFields | undefined {
    if (this.#chars === 0 || this.isTooLong) return undefined;
    const ofCalls = parts.flatMap(({ extra }, at) => ofCall(calls[at]?.id ?? '', extra));
    return createExtra(this.#message, ofCalls);
  }

  #hasRoom(fields: Fields): boolean {
    if (!this.isTooLong) this.#chars += lengthOf(fields);
    return !this.isTooLong;
  }
}

/** Returns the length as JSON; more than is allowed for what is no JSON. */
function lengthOf(fields: Fields): number {
  try {
    return JSON.stringify(fields).length;
  } catch {
    return LIMITS.extraFields + 1;
  }
}
