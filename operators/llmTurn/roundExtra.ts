import { createExtra, mergeExtra, ofCall, type ExtraFields, type Fields } from '../../src/core/extraFields.ts';
import { LIMITS } from '../../src/core/limits.ts';
import type { FunctionCall } from '../../src/core/message.ts';
import type { CheckedToolCall } from './checkedChoice.ts';

/** Accumulates the unknown fields of a round's chunks. */
export class RoundExtra {
  #message: Fields | null = null;
  /** Their length so far, as JSON. */
  #chars = 0;

  /** True once they exceed the limit of a round. */
  get isTooLong(): boolean {
    return this.#chars > LIMITS.extraFields;
  }

  /** Adds fields of the message. */
  addMessage(fields: Fields): void {
    if (this.#hasRoom(fields)) this.#message = mergeExtra(this.#message, fields);
  }

  /** Returns the delta of a call, without its unknown fields if they exceed the limit. */
  admit(call: CheckedToolCall): CheckedToolCall {
    return call.extra === null || this.#hasRoom(call.extra) ? call : { ...call, extra: null };
  }

  /** Returns the unknown fields of the message and its calls, if any. */
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

/** Returns the length as JSON; above the limit for values that JSON cannot hold. */
function lengthOf(fields: Fields): number {
  try {
    return JSON.stringify(fields).length;
  } catch {
    return LIMITS.extraFields + 1;
  }
}
