import type { SttEvent, SttInput } from '../../core/ports.ts';

/** A message to the engine; `id` names the client. A client's last message is `close`, answered by `closed`. */
export interface ToEngine<Command> {
  readonly id: number;
  readonly content: Command | { readonly kind: 'close' };
}

/** A message from the engine; `id` names the client. */
export interface FromEngine<Answer> {
  readonly id: number;
  readonly content: Answer | { readonly kind: 'closed' };
}

/** The commands of a session of a recogniser: `open`, then its inputs. */
export type SttSessionCommand<Settings> =
  | { readonly kind: 'open'; readonly settings: Settings }
  | { readonly kind: 'input'; readonly input: SttInput };

/** An SttEvent of an engine, with messages in place of errors, which cannot be cloned. */
export type EngineSttEvent =
  | Exclude<SttEvent, { readonly kind: 'failed' | 'report' | 'served' | 'used' }>
  /** Answers the end of a segment whose speech was not understood; `message` says why. */
  | { readonly kind: 'rejected'; readonly segment: number; readonly message: string }
  | { readonly kind: 'failed'; readonly segment: number; readonly message: string };

export interface SttSessionAnswer {
  readonly kind: 'event';
  readonly event: EngineSttEvent;
}
