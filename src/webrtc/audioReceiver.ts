/** A packet of the user's track. `timestamp` is at 48 kHz. */
export interface ReceivedPacket {
  readonly sequence: number;
  readonly timestamp: number;
  readonly payload: Uint8Array;
}

/** An Opus decoder of one track. */
export interface Decoder {
  /** Decodes a packet. @throws for a payload that is not Opus */
  decode(payload: Uint8Array): Int16Array;
  /** Returns the end of the missing audio before a packet, from the redundant data in the packet. */
  recover(next: Uint8Array, samples: number): Int16Array;
  /** Continues the sound before a gap. */
  conceal(samples: number): Int16Array;
}

export interface AudioReceiverOptions {
  /** In Hz. */
  readonly sampleRate: number;
  readonly decoder: Decoder;
  readonly emit: (samples: Int16Array) => void;
}

const CLOCK_HZ = 48_000;
/** How many packets after a gap are held before the gap is filled: 60 ms, for packets that arrive out of order. */
const MAX_HELD = 3;
/** Maximum number of lost packets that are concealed; further ones become silence. */
const MAX_CONCEALED = 5;
/** Longest silence that fills a gap, in ms: well below the audio that a client may send at once. */
const MAX_FILL_MS = 2000;
/** Beyond this distance, a packet begins a new stream. */
const MAX_DISTANCE = 1000;

/**
 * Creates the receiver of a track: puts packets in order and fills gaps, so that the time in the audio matches the
 * user's time. Returns a function that handles the packets.
 */
export function createAudioReceiver(options: AudioReceiverOptions): (packet: ReceivedPacket) => void {
  const receiver = new OrderedReceiver(options);
  return (packet) => receiver.receive(packet);
}

class OrderedReceiver {
  readonly #options: AudioReceiverOptions;
  /** Packets that wait for an earlier one, keyed by sequence number. */
  readonly #held = new Map<number, ReceivedPacket>();
  #expected: number | undefined;
  /** Number of samples in the last packet. */
  #length: number;
  /** The timestamp at the end of the last packet. */
  #endsAt: number | undefined;

  constructor(options: AudioReceiverOptions) {
    this.#options = options;
    this.#length = options.sampleRate / 50;
  }

  receive(packet: ReceivedPacket): void {
    this.#expected ??= packet.sequence;
    const distance = distanceOf(packet.sequence, this.#expected);
    if (Math.abs(distance) > MAX_DISTANCE) this.#restart(packet.sequence);
    else if (distance < 0) return;
    this.#held.set(packet.sequence, packet);
    this.#drain();
    if (this.#held.size < MAX_HELD) return;
    this.#skipGap();
    this.#drain();
  }

  #restart(sequence: number): void {
    this.#held.clear();
    this.#expected = sequence;
    this.#endsAt = undefined;
  }

  #drain(): void {
    for (;;) {
      const packet = this.#held.get(this.#expected ?? 0);
      if (packet === undefined) return;
      this.#held.delete(packet.sequence);
      this.#expected = (packet.sequence + 1) % 2 ** 16;
      this.#fillPause(packet);
      this.#emitPacket(packet);
    }
  }

  #emitPacket({ payload, timestamp }: ReceivedPacket): void {
    const { decoder, emit, sampleRate } = this.#options;
    const samples = attempt(() => decoder.decode(payload)) ?? decoder.conceal(this.#length);
    if (samples.length === 0) return;
    this.#length = samples.length;
    this.#endsAt = (timestamp + (samples.length * CLOCK_HZ) / sampleRate) % 2 ** 32;
    emit(samples);
  }

  /**
   * Fills the gap of lost packets before the first held packet. The last lost packet is recovered from redundant data
   * in the held one.
   */
  #skipGap(): void {
    const expected = this.#expected ?? 0;
    const [next] = [...this.#held.values()].toSorted(
      (a, b) => distanceOf(a.sequence, expected) - distanceOf(b.sequence, expected),
    );
    if (next === undefined) return;
    const { decoder, emit } = this.#options;
    const lost = distanceOf(next.sequence, expected);
    for (let at = 0; at < Math.min(lost - 1, MAX_CONCEALED); at += 1) emit(decoder.conceal(this.#length));
    const silent = Math.max(0, lost - 1 - MAX_CONCEALED);
    this.#emitSilence(silent * this.#length);
    emit(attempt(() => decoder.recover(next.payload, this.#length)) ?? decoder.conceal(this.#length));
    this.#expected = next.sequence;
    this.#endsAt = undefined;
  }

  /** Fills the time in which the user's track sent nothing. */
  #fillPause({ timestamp }: ReceivedPacket): void {
    if (this.#endsAt === undefined) return;
    const ticks = (timestamp - this.#endsAt + 2 ** 32) % 2 ** 32;
    if (ticks < 2 ** 31) this.#emitSilence(Math.floor((ticks * this.#options.sampleRate) / CLOCK_HZ));
  }

  #emitSilence(samples: number): void {
    const longest = (MAX_FILL_MS * this.#options.sampleRate) / 1000;
    if (samples > 0) this.#options.emit(new Int16Array(Math.min(samples, longest)));
  }
}

/** Returns how far a sequence number is ahead of another, modulo 2^16. Negative if it is behind. */
function distanceOf(sequence: number, from: number): number {
  const ahead = (sequence - from + 2 ** 16) % 2 ** 16;
  return ahead < 2 ** 15 ? ahead : ahead - 2 ** 16;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
