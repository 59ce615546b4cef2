import type { SchedulerLike } from 'rxjs';
import { concatSamples } from '../../../../src/core/audio.ts';
import type { PlayoutReport } from '../../../../src/core/playout.ts';
import type { ServerMessage } from '../../../../src/core/protocol.ts';
import { PlayHeadDouble } from '../../../../src/playback/playHeadDouble.ts';

/** A way to the server. It may break at any time; then nothing arrives any more. */
export interface Link {
  say(message: object): void;
  hear(samples: Int16Array): void;
}

export interface ResumingClientOptions {
  readonly scheduler: SchedulerLike;
  /** @default true */
  readonly reports?: boolean;
  /** Sample rate of the microphone. */
  readonly sampleRate: number;
}

/** A client that keeps to docs/protocol.md, and complains when the server does not. */
export class ResumingClient {
  readonly #options: ResumingClientOptions;
  /** Every numbered message, once. */
  readonly messages: ServerMessage[] = [];
  readonly faults: string[] = [];
  /** The latest token, and how often the session was resumed. */
  token: string | undefined;
  resumes = 0;
  snapshots = 0;
  ended: string | undefined;
  #link: Link | undefined;
  #lastSeq = -1;
  /** Messages up to it repeat what was missed. */
  #repeatedUntil = -1;
  #head: PlayHeadDouble | undefined;
  /** What was played of each utterance over earlier links. */
  readonly #heard = new Map<string, Int16Array[]>();
  /** The samples before the audio of this link. */
  #bases = new Map<string, number>();
  readonly #clears = new Map<string, number>();
  #latest: string | undefined;
  #current = { utterance: '', sampleRate: 0 };
  /** The last 4 s of the microphone, and the samples until their end. */
  #kept: Int16Array = new Int16Array(0);
  #captured = 0;
  readonly #texts: string[] = [];
  #mayHear = false;

  constructor(options: ResumingClientOptions) {
    this.#options = options;
  }

  /** Joins over a link. */
  join(link: Link): void {
    this.#open(link);
  }

  /** Returns over a link. */
  resume(link: Link): void {
    this.#mayHear = false;
    const played = this.#takePlayed();
    this.#open(link);
    link.say({ type: 'session.resume', last_seq: this.#lastSeq, ...played });
  }

  /** The link is broken, as far as the client knows. */
  lose(): void {
    this.#link = undefined;
  }

  /** The microphone has captured samples. */
  capture(samples: Int16Array): void {
    const longest = 4 * this.#options.sampleRate;
    this.#kept = concatSamples([this.#kept, samples]).slice(-longest);
    this.#captured += samples.length;
    if (this.#mayHear) this.#link?.hear(samples);
  }

  type(text: string): void {
    this.#texts.push(text);
    if (this.#mayHear) this.#link?.say({ type: 'input.text', text });
  }

  say(message: object): void {
    if (this.#mayHear) this.#link?.say(message);
  }

  take(frame: string | Uint8Array): void {
    if (typeof frame === 'string') return this.#takeMessage(JSON.parse(frame) as ServerMessage);
    const samples = new Int16Array(Uint8Array.from(frame).buffer);
    this.#head?.handleCommand({
      kind: 'audio',
      utterance: this.#current.utterance,
      frame: { samples, sampleRate: this.#current.sampleRate },
    });
  }

  /** The number of samples that were played of each utterance. */
  heard(): ReadonlyMap<string, Int16Array> {
    const counts = new Map([...this.#heard].map(([utterance, parts]) => [utterance, concatSamples(parts)]));
    for (const { utterance, samples } of this.#head?.played() ?? [])
      counts.set(utterance, concatSamples([counts.get(utterance) ?? new Int16Array(0), samples]));
    return counts;
  }

  stop(): void {
    this.#head?.stop();
  }

  #open(link: Link): void {
    this.#link = link;
    this.#bases = new Map();
    this.#head = new PlayHeadDouble({
      scheduler: this.#options.scheduler,
      positionEveryMs: 100,
      report: (report) => this.#report(report, link),
    });
  }

  #report({ kind, utterance: utterance_id, playedSamples }: PlayoutReport, link: Link): void {
    if (link !== this.#link) return;
    if (kind !== 'cleared') this.#latest = utterance_id;
    if (this.#options.reports === false) return;
    const played_samples = playedSamples + (this.#bases.get(utterance_id) ?? 0);
    const cleared = kind === 'cleared' ? { clear_id: this.#clears.get(utterance_id) } : {};
    link.say({ type: `playback.${kind}`, utterance_id, played_samples, ...cleared });
  }

  /** Stops playing; what is not played is dropped. */
  #takePlayed(): object {
    this.#head?.stop();
    for (const { utterance, samples } of this.#head?.played() ?? []) {
      if (samples.length === 0 && !this.#heard.has(utterance)) continue;
      this.#latest = utterance;
      this.#heard.set(utterance, [...(this.#heard.get(utterance) ?? []), samples]);
    }
    if (this.#latest === undefined || this.#options.reports === false) return {};
    const played_samples = (this.#heard.get(this.#latest) ?? []).reduce((sum, { length }) => sum + length, 0);
    return { utterance_id: this.#latest, played_samples };
  }

  #takeMessage(message: ServerMessage): void {
    if (message.type === 'session.resumed') return this.#resumed(message);
    if (message.type === 'session.snapshot') {
      this.snapshots += 1;
      this.#lastSeq = message.seq;
      return;
    }
    if (message.seq < 0) return void this.faults.push(JSON.stringify(message));
    if (message.seq !== this.#lastSeq + 1) this.faults.push(`seq ${message.seq} after ${this.#lastSeq}`);
    this.#lastSeq = message.seq;
    this.messages.push(message);
    if (message.type === 'session.started') {
      this.token = message.resume_token;
      this.#mayHear = true;
      for (const text of this.#texts) this.#link?.say({ type: 'input.text', text });
    }
    if (message.type === 'session.ended') this.ended = message.reason;
    if (message.seq > this.#repeatedUntil) this.#takeAudio(message);
  }

  #resumed(message: Extract<ServerMessage, { type: 'session.resumed' }>): void {
    this.resumes += 1;
    this.token = message.resume_token;
    if (message.seq !== this.#lastSeq) this.faults.push(`resumed at ${message.seq} instead of ${this.#lastSeq}`);
    this.#repeatedUntil = message.latest_seq;
    this.#mayHear = true;
    const missing = Math.min(this.#kept.length, this.#captured - message.received_samples);
    this.#captured = message.received_samples + missing;
    const frame = this.#options.sampleRate / 20;
    for (let at = this.#kept.length - missing; at < this.#kept.length; ) {
      // The last frame takes what would be too short for one of its own.
      const end = at + 2 * frame > this.#kept.length ? this.#kept.length : at + frame;
      this.#link?.hear(this.#kept.slice(at, end));
      at = end;
    }
    for (const text of this.#texts.slice(message.received_texts)) this.#link?.say({ type: 'input.text', text });
  }

  #takeAudio(message: ServerMessage): void {
    switch (message.type) {
      case 'audio.start':
        return this.#start(message.utterance_id, message.sample_rate, message.first_sample ?? 0);
      case 'audio.end':
        return this.#head?.handleCommand({ kind: 'end', utterance: message.utterance_id, samples: message.samples });
      case 'clear':
        this.#clears.set(message.utterance_id, message.clear_id);
        return this.#head?.handleCommand({ kind: 'clear', utterance: message.utterance_id });
      default:
        return;
    }
  }

  #start(utterance: string, sampleRate: number, first: number): void {
    const heard = (this.#heard.get(utterance) ?? []).reduce((sum, { length }) => sum + length, 0);
    if (first !== heard && this.#options.reports !== false)
      this.faults.push(`${utterance} from ${first}, heard ${heard}`);
    this.#bases.set(utterance, first);
    this.#current = { utterance, sampleRate };
    this.#head?.handleCommand({ kind: 'start', ...this.#current });
  }
}
