import type { PeerMessage } from '../../core/mediaAdapter.ts';

export interface MessageRingOptions {
  /** Maximum total size of the kept messages, in bytes. 0 keeps none. */
  readonly maxBytes: number;
  /** Longest time for which a message is kept, in ms. */
  readonly maxAgeMs: number;
  /** The current time, in ms. */
  readonly now: () => number;
  /** The number of the last earlier message. @default -1: no earlier message */
  readonly latest?: number | undefined;
}

/** The latest messages of a session, for a client that has missed them. */
export interface MessageRing {
  /** Adds the message with the next number, in its encoded form. */
  push(seq: number, written: readonly PeerMessage[]): void;
  /** Returns the messages after `seq`; null if one of them is no longer kept. */
  after(seq: number): readonly PeerMessage[] | null;
}

interface KeptMessage {
  readonly seq: number;
  readonly written: readonly PeerMessage[];
  readonly bytes: number;
  readonly atMs: number;
}

/** Creates a ring that is bounded by bytes and age rather than by a count. */
export function createMessageRing({ maxBytes, maxAgeMs, now, latest: before = -1 }: MessageRingOptions): MessageRing {
  // Oldest first.
  const kept: KeptMessage[] = [];
  let sum = 0;
  let latest = before;
  const trim = (): void => {
    const oldestMs = now() - maxAgeMs;
    for (let [first] = kept; first && (sum > maxBytes || first.atMs < oldestMs); [first] = kept) {
      kept.shift();
      sum -= first.bytes;
    }
  };
  return {
    push: (seq, written) => {
      latest = seq;
      if (maxBytes === 0) return;
      const bytes = written.reduce((total, message) => total + Buffer.byteLength(message), 0);
      kept.push({ seq, written, bytes, atMs: now() });
      sum += bytes;
      trim();
    },
    after: (seq) => {
      trim();
      if (seq >= latest) return [];
      const at = kept.findIndex((message) => message.seq === seq + 1);
      return at < 0 ? null : kept.slice(at).flatMap(({ written }) => written);
    },
  };
}
