import type { Fields } from '../../src/core/extraFields.ts';

export interface CheckedToolCall {
  readonly index: number;
  readonly id: string;
  /** True if the part has a type. */
  readonly typed: boolean;
  readonly name: string;
  readonly arguments: string;
  /** Fields that are unknown; null: there are none. */
  readonly extra: Fields | null;
}

export interface CheckedChoice {
  /** True if the delta has a role. */
  readonly role: boolean;
  readonly content: string;
  readonly refusal: string;
  readonly finishReason: string | null;
  readonly toolCalls: readonly CheckedToolCall[];
  /** Fields of the delta that are unknown; null: there are none. */
  readonly extra: Fields | null;
}
