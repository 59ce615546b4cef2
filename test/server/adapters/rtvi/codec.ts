import type { MediaCodec, PeerInput } from '../../../../src/core/mediaAdapter.ts';
import type { ServerMessageBody } from '../../../../src/core/protocol.ts';
import { createRtvi } from '../../../../src/server/adapters/rtvi/rtvi.ts';
import { createRtviSettings, type RtviOptions } from '../../../../src/server/adapters/rtvi/rtviOptions.ts';
import { defaultFormats } from '../../../../src/server/protocols/formats.ts';
import { messagesIn, messageToWire } from './wire.ts';

const STARTED_MS = Date.UTC(2026, 0, 2, 3, 4, 5);

/** A codec whose client is not there yet. */
export function create(options: RtviOptions = {}): MediaCodec {
  const adapter = createRtvi({ ...createRtviSettings(options), now: () => STARTED_MS });
  return adapter.createCodec(defaultFormats(adapter.capabilities.audio), { allowsInterruptions: true });
}

/** A codec whose client is there. */
export function connected(options?: RtviOptions): MediaCodec {
  const codec = create(options);
  codec.decode(messageToWire('client-ready', { version: '2.1.0' }));
  return codec;
}

/** What of these inputs is no reply, and the replies. */
export function split(inputs: readonly PeerInput[]): {
  readonly inputs: readonly PeerInput[];
  readonly replies: readonly object[];
} {
  return {
    inputs: inputs.filter(({ kind }) => kind !== 'reply'),
    replies: messagesIn(inputs.flatMap((input) => (input.kind === 'reply' ? [input.message] : []))),
  };
}

/** The events of a session's messages, which come a second apart. */
export function events(codec: MediaCodec, ...bodies: readonly ServerMessageBody[]): readonly object[] {
  return bodies.flatMap((body, seq) =>
    messagesIn(codec.encode({ kind: 'message', message: { ...body, seq, t_ms: seq * 1000 } })),
  );
}
