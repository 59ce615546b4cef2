/** An event in a part of a model's stream, independent of the model. */
export type PartEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refusal'; readonly text: string }
  /** A message of the model is over. The client may let the model continue. */
  | { readonly kind: 'break' }
  /** The model continues, so all calls so far have been carried out. */
  | { readonly kind: 'next' }
  /** A piece of a function call. Pieces with one `key` are one call. */
  | {
      readonly kind: 'call';
      readonly key: string;
      readonly id?: string | undefined;
      readonly name?: string | undefined;
      /** A piece of JSON, appended to the previous pieces. */
      readonly args?: string | undefined;
      /** The whole JSON, for a call that is not sent in pieces. */
      readonly whole?: string | undefined;
    }
  /** The client has carried out the call with this id itself. */
  | { readonly kind: 'executed'; readonly id: string }
  /** The model is working on something that is not spoken, such as reasoning. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'finish'; readonly reason: FinishReason }
  | { readonly kind: 'usage'; readonly prompt: number; readonly completion: number }
  | { readonly kind: 'model'; readonly model: string };

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** The stream format of one client. */
export interface Dialect {
  /** True if every answer reports a finish reason, so that a stream without one has broken off. Default false. */
  readonly finishes?: boolean | undefined;
  /** Returns whether the first part of a stream comes from this client. */
  readonly matches: (part: unknown) => boolean;
  /**
   * Creates the reader of one stream. The reader returns no events for parts such as the start, and throws errors that
   * a part reports.
   */
  readonly createReader: () => (part: unknown) => readonly PartEvent[];
}
