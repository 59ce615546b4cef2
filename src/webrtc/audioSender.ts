import type { SchedulerLike, Subscription } from 'rxjs';
import { concatSamples, samplesOfMs } from '../core/audio.ts';
import type { PlayoutUpdate } from './frames.ts';

/** A packet of a track. `timestamp` is at 48 kHz. `marker` is set on the first packet after silence. */
export interface SentPacket {
  readonly payload: Uint8Array;
  readonly timestamp: number;
  readonly marker: boolean;
}

export interface AudioSenderOptions {
  readonly scheduler: SchedulerLike;
  /** In Hz. */
  readonly sampleRate: number;
  /** Encodes 20 ms. */
  readonly encode: (samples: Int16Array) => Uint8Array;
  readonly send: (packet: SentPacket) => void;
  readonly report: (update: PlayoutUpdate) => void;
  /** Receives the number of frames that are no longer queued. */
  readonly left: (frames: number) => void;
}

/** Sends the agent's audio into a track. */
export interface AudioSender {
  /** Starts an utterance. `sent` is the number of samples that were sent over another connection. @default 0 */
  start(utterance: string, sent?: number): void;
  push(samples: Int16Array): void;
  end(utterance: string): void;
  /** Drops the unsent audio of an utterance. */
  clear(utterance: string, clearId: number): void;
  stop(): void;
}

interface Waiting {
  readonly utterance: string;
  readonly pieces: Int16Array[];
  /** Number of samples in `pieces`. */
  samples: number;
  sent: number;
  /** Number of packets sent over this connection. */
  packets: number;
  isEnded: boolean;
}

const PACKET_MS = 20;
const TICKS_PER_PACKET = 960;
/** One report for every 100 ms. */
const PACKETS_PER_REPORT = 5;
/** Packets of silence after the audio, because the sound with which a receiver fills a gap would be audible. */
const TAIL = 10;
/** If a packet is later than this, in ms, the schedule restarts at the current time instead of catching up. */
const MAX_LATE_MS = 200;

/**
 * Creates a sender. It sends a packet every 20 ms and reports sent audio as played, because it cannot be recalled, and
 * the client plays it on arrival. It sends nothing between utterances.
 */
export function createAudioSender(options: AudioSenderOptions): AudioSender {
  return new PacedSender(options);
}

class PacedSender implements AudioSender {
  readonly #options: AudioSenderOptions;
  readonly #packetSamples: number;
  readonly #silence: Int16Array;
  readonly #waiting: Waiting[] = [];
  readonly #startedMs: number;
  #timer: Subscription | undefined;
  /** The time at which the next packet is due. */
  #nextMs = 0;
  #slot = -1;
  /** Number of silent packets since the last one with audio. */
  #silent = TAIL;
  /** The utterance that finished last. */
  #finished: Pick<Waiting, 'utterance' | 'sent'> = { utterance: '', sent: 0 };

  constructor(options: AudioSenderOptions) {
    this.#options = options;
    this.#packetSamples = samplesOfMs(PACKET_MS, options.sampleRate);
    this.#silence = new Int16Array(this.#packetSamples);
    this.#startedMs = options.scheduler.now();
  }

  start(utterance: string, sent: number = 0): void {
    this.#waiting.push({ utterance, pieces: [], samples: 0, sent, packets: 0, isEnded: false });
  }

  push(samples: Int16Array): void {
    const latest = this.#waiting.at(-1);
    if (latest === undefined || latest.isEnded) return this.#options.left(1);
    latest.pieces.push(samples);
    latest.samples += samples.length;
    this.#run();
  }

  end(utterance: string): void {
    const one = this.#find(utterance);
    if (one === undefined) return;
    one.isEnded = true;
    this.#run();
  }

  clear(utterance: string, clearId: number): void {
    const at = this.#waiting.findIndex((one) => one.utterance === utterance);
    const [one] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (one !== undefined) this.#options.left(one.pieces.length);
    const { sent: played_samples } = one ?? (this.#finished.utterance === utterance ? this.#finished : { sent: 0 });
    this.#options.report({ type: 'playback.cleared', utterance_id: utterance, clear_id: clearId, played_samples });
  }

  stop(): void {
    this.#timer?.unsubscribe();
    this.#waiting.length = 0;
    this.#timer = undefined;
  }

  #find(utterance: string): Waiting | undefined {
    return this.#waiting.find((one) => one.utterance === utterance);
  }

  #run(): void {
    if (this.#timer !== undefined) return;
    const now = this.#options.scheduler.now();
    this.#nextMs = Math.max(now, this.#nextMs);
    this.#schedule();
  }

  #schedule(): void {
    const { scheduler } = this.#options;
    const delayMs = Math.max(0, this.#nextMs - scheduler.now());
    this.#timer = scheduler.schedule(() => this.#sendDue(), delayMs);
  }

  #sendDue(): void {
    const now = this.#options.scheduler.now();
    if (now - this.#nextMs > MAX_LATE_MS) this.#nextMs = now;
    while (this.#nextMs <= now) {
      if (!this.#sendNext()) {
        this.#timer = undefined;
        return;
      }
      this.#nextMs += PACKET_MS;
    }
    this.#schedule();
  }

  /** Sends the packet that is due. Returns false if there is nothing more to send. */
  #sendNext(): boolean {
    const one = this.#finishSent();
    const isReady = one !== undefined && (one.isEnded || one.samples >= this.#packetSamples);
    if (isReady) return this.#sendAudio(one);
    if (this.#silent >= TAIL) return false;
    this.#silent += 1;
    this.#sendPacket(this.#silence, false);
    return true;
  }

  /** Reports the utterances that have been played to their end. Returns the utterance to send next. */
  #finishSent(): Waiting | undefined {
    for (;;) {
      const [one] = this.#waiting;
      if (one === undefined || !one.isEnded || one.samples > 0) return one;
      this.#waiting.shift();
      this.#finished = one;
      this.#options.report({ type: 'playback.finished', utterance_id: one.utterance, played_samples: one.sent });
    }
  }

  #sendAudio(one: Waiting): true {
    this.#reportAt(one);
    const samples = this.#take(one);
    const packet = samples.length === this.#packetSamples ? samples : this.#fill(samples);
    this.#sendPacket(packet, this.#silent >= TAIL);
    this.#silent = 0;
    one.sent += samples.length;
    one.packets += 1;
    return true;
  }

  #reportAt({ utterance, sent, packets }: Waiting): void {
    if (packets % PACKETS_PER_REPORT !== 0) return;
    const type = sent === 0 ? 'playback.started' : 'playback.position';
    this.#options.report({ type, utterance_id: utterance, played_samples: sent });
  }

  /** Takes the samples for a packet; fewer at the end of an utterance. */
  #take(one: Waiting): Int16Array {
    const taken: Int16Array[] = [];
    let missing = Math.min(this.#packetSamples, one.samples);
    one.samples -= missing;
    let left = 0;
    while (missing > 0) {
      const piece = one.pieces[0] ?? this.#silence;
      taken.push(piece.subarray(0, missing));
      if (piece.length > missing) one.pieces[0] = piece.subarray(missing);
      else left += one.pieces.splice(0, 1).length;
      missing -= Math.min(missing, piece.length);
    }
    if (left > 0) this.#options.left(left);
    return concatSamples(taken);
  }

  #fill(samples: Int16Array): Int16Array {
    const packet = new Int16Array(this.#packetSamples);
    packet.set(samples);
    return packet;
  }

  #sendPacket(samples: Int16Array, marker: boolean): void {
    const { encode, send } = this.#options;
    const slot = Math.round((this.#nextMs - this.#startedMs) / PACKET_MS);
    this.#slot = Math.max(this.#slot + 1, slot);
    send({ payload: encode(samples), timestamp: (this.#slot * TICKS_PER_PACKET) % 2 ** 32, marker });
  }
}
