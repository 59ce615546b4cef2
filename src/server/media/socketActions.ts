import type { LineAction, MediaCapabilities, MediaCodec } from '../../core/mediaAdapter.ts';
import type { LineActions } from '../../core/ports.ts';
import type { Outbox } from './outbox.ts';

export interface SocketActionsOptions {
  readonly capabilities: Pick<MediaCapabilities, 'actions'>;
  readonly codec: Pick<MediaCodec, 'act'>;
  readonly outbox: Pick<Outbox, 'post'>;
}

/**
 * Creates the actions that a line performs by messages on the peer's socket. An action completes when its messages are
 * sent.
 */
export function createSocketActions({ capabilities, codec, outbox }: SocketActionsOptions): LineActions {
  const send = async (action: LineAction): Promise<void> => {
    const messages = codec.act?.(action) ?? [];
    if (messages.length === 0 || !outbox.post(messages)) throw new Error('the line is not connected');
  };
  const all: Required<LineActions> = {
    sendDigits: (digits) => send({ kind: 'sendDigits', digits }),
    transfer: (target) => send({ kind: 'transfer', target }),
    hangUp: () => send({ kind: 'hangUp' }),
  };
  return Object.fromEntries((capabilities.actions ?? []).map((kind) => [kind, all[kind]]));
}
