/** What a part of a model's stream says, whatever the model. */
export type PartEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refusal'; readonly text: string }
  /** A message of the model is over; its client may have it answer again. */
  | { readonly kind: 'break' }
  /** The model answers again: the calls so far are carried out. */
  | { readonly kind: 'next' }
  /** A piece of a function call. Pieces with one `key` are one call. */
  | {
      readonly kind: 'call';
      readonly key: string;
      readonly id?: string | undefined;
      readonly name?: string | undefined;
      /** JSON, joined to what came before. */
      readonly args?: string | undefined;
      /** The whole JSON: for a call of which no piece comes. */
      readonly whole?: string | undefined;
    }
  /** The client has carried out the call with this id itself. */
  | { readonly kind: 'executed'; readonly id: string }
  /** The model is at work, on what is not spoken: it thinks. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'finish'; readonly reason: FinishReason }
  | { readonly kind: 'usage'; readonly prompt: number; readonly completion: number }
  | { readonly kind: 'model'; readonly model: string };

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** How one client streams. */
export interface Dialect {
  /** True if every answer says how it has finished: without it, the stream has broken off. Default false. */
  readonly finishes?: boolean | undefined;
  /** Whether a part, the first one of a stream, is of this client. */
  readonly matches: (part: unknown) => boolean;
  /** Creates the reader of one stream. It returns nothing for a part that says nothing, such as the start, and throws what a part reports as an error. */
  readonly createReader: () => (part: unknown) => readonly PartEvent[];
}
