import type { Fields } from '../../src/core/extraFields.ts';

export interface CheckedToolCall {
  readonly index: number;
  readonly id: string;
  /** True if the part has a type. */
  readonly typed: boolean;
  readonly name: string;
  readonly arguments: string;
  /** Unknown fields, or null. */
  readonly extra: Fields | null;
}

export interface CheckedChoice {
  /** True if the delta has a role. */
  readonly role: boolean;
  readonly content: string;
  readonly refusal: string;
  readonly finishReason: string | null;
  readonly toolCalls: readonly CheckedToolCall[];
  /** Unknown fields of the delta, or null. */
  readonly extra: Fields | null;
}
