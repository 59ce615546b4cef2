import type { MediaCodec } from '../../core/mediaAdapter.ts';

/** A codec that can be replaced with a new one, for a client that starts afresh with each socket. */
export interface RenewableCodec {
  readonly codec: MediaCodec;
  renew(): void;
}

export function createRenewableCodec(create: () => MediaCodec): RenewableCodec {
  let current = create();
  return {
    codec: {
      decode: (message) => current.decode(message),
      encode: (output) => current.encode(output),
      act: (action) => current.act?.(action) ?? [],
    },
    renew: () => void (current = create()),
  };
}
