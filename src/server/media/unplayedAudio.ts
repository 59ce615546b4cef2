import type { SchedulerLike } from 'rxjs';
import { msOfSamples, samplesOfMs } from '../../core/audio.ts';
import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import { playTime, runningStopwatch, setRunning, type Stopwatch } from '../../time/stopwatch.ts';
import {
  createKeptUtterance,
  dropFirst,
  dropPlayed,
  keptMs,
  samplesFrom,
  type KeptUtterance,
} from './keptUtterance.ts';

/** The audio that was sent to a client but not reported as played. It is sent again when the client resumes. */
export interface UnplayedAudio {
  record(command: PlayoutCommand): void;
  report(report: PlayoutReport): void;
  /** Stops or starts the clock that estimates the playback of a client without reports. */
  setRunning(isRunning: boolean): void;
  /**
   * Returns the audio to send again to a client that has dropped all its audio. `lastSeq` is the last message that the
   * client has received; it has played nothing of utterances that started later. `from` is the position that the client
   * has played to, if it knows.
   */
  rewind(lastSeq: number, from?: PlayedPosition): RewoundAudio;
}

export interface PlayedPosition {
  readonly utterance: string;
  /** A number beyond the sent samples counts as all of them. */
  readonly playedSamples: number;
}

export interface RewoundAudio {
  /** In playback order. */
  readonly utterances: readonly RewoundUtterance[];
  /** Time by which the client is behind the pacing clock. */
  readonly behindMs: number;
}

export interface RewoundUtterance {
  readonly utterance: string;
  readonly sampleRate: number;
  /** The number of samples before the audio. */
  readonly firstSample: number;
  readonly pieces: readonly Int16Array[];
  /** The length of the utterance; null if more follows. */
  readonly samples: number | null;
}

/**
 * Longest audio behind the pacing clock that the client has not reported, in ms. A client that reports nothing for 3 s
 * receives no more audio.
 */
const MAX_PASSED_MS = 5000;

/**
 * Creates the record. It keeps at most 5 s of audio behind the pacing clock, and all audio ahead of it. `nextSeq`
 * returns the number of the next message.
 */
export function createUnplayedAudio(scheduler: SchedulerLike, nextSeq: () => number): UnplayedAudio {
  return new AudioRecord(scheduler, nextSeq);
}

class AudioRecord implements UnplayedAudio {
  readonly #scheduler: SchedulerLike;
  readonly #nextSeq: () => number;
  /** In the order of their start. */
  readonly #kept = new Map<string, KeptUtterance>();
  #watch: Stopwatch = runningStopwatch;
  /** The time at which the pacing clock has played all sent audio. */
  #playsUntilMs = 0;
  #hasReported = false;

  constructor(scheduler: SchedulerLike, nextSeq: () => number) {
    this.#scheduler = scheduler;
    this.#nextSeq = nextSeq;
  }

  record(command: PlayoutCommand): void {
    const { kind, utterance } = command;
    if (kind === 'start')
      this.#kept.set(utterance, createKeptUtterance(utterance, command.sampleRate, this.#nextSeq()));
    const one = this.#kept.get(utterance);
    if (one === undefined) return;
    if (kind === 'audio') this.#append(one, command.frame.samples);
    else if (kind === 'end') one.isEnded = true;
    else if (kind === 'clear') this.#clear(utterance);
  }

  report({ kind, utterance, playedSamples }: PlayoutReport): void {
    this.#hasReported = true;
    this.#reach({ utterance, playedSamples }, kind === 'finished');
  }

  setRunning(isRunning: boolean): void {
    this.#watch = setRunning(this.#watch, isRunning, this.#scheduler.now());
  }

  rewind(lastSeq: number, from?: PlayedPosition): RewoundAudio {
    if (from !== undefined) {
      this.#forgetBefore(from.utterance);
      this.#reach(from, false);
    } else if (!this.#hasReported) {
      const known = [...this.#kept.values()].filter(({ startSeq }) => startSeq <= lastSeq);
      dropPassed(known, this.#sumMs() - this.#aheadMs());
    }
    const unplayed = [...this.#kept.values()].filter(({ isEnded, played, sent }) => !isEnded || played < sent);
    return { utterances: unplayed.map(toRewound), behindMs: Math.max(0, this.#sumMs() - this.#aheadMs()) };
  }

  #append(one: KeptUtterance, samples: Int16Array): void {
    one.pieces.push(samples);
    one.sent += samples.length;
    this.#playsUntilMs = Math.max(this.#now(), this.#playsUntilMs) + msOfSamples(samples.length, one.sampleRate);
    this.#trim();
  }

  #clear(utterance: string): void {
    this.#kept.delete(utterance);
    this.#playsUntilMs = Math.min(this.#playsUntilMs, this.#now() + this.#sumMs());
  }

  /** Drops the played audio, and the preceding utterances. */
  #reach({ utterance, playedSamples }: PlayedPosition, isOver: boolean): void {
    const one = this.#kept.get(utterance);
    if (one === undefined) return;
    if (playedSamples > 0) this.#forgetBefore(utterance);
    dropPlayed(one, playedSamples);
    if (one.isEnded && (isOver || playedSamples >= one.sent)) this.#kept.delete(utterance);
  }

  #forgetBefore(utterance: string): void {
    if (!this.#kept.has(utterance)) return;
    for (const other of this.#kept.keys()) {
      if (other === utterance) return;
      this.#kept.delete(other);
    }
  }

  /** Drops the oldest audio behind the pacing clock that exceeds the limit. */
  #trim(): void {
    let passedMs = this.#sumMs() - this.#aheadMs();
    while (passedMs > MAX_PASSED_MS) {
      const [first] = this.#kept.values();
      if (first === undefined) return;
      if (first.pieces.length === 0) this.#kept.delete(first.utterance);
      else passedMs -= dropFirst(first);
    }
  }

  #now(): number {
    return playTime(this.#watch, this.#scheduler.now());
  }

  #aheadMs(): number {
    return Math.max(0, this.#playsUntilMs - this.#now());
  }

  #sumMs(): number {
    let sum = 0;
    for (const one of this.#kept.values()) sum += keptMs(one);
    return sum;
  }
}

/** Drops the first audio of the utterances, accurate to the sample. */
function dropPassed(utterances: readonly KeptUtterance[], ms: number): void {
  let leftMs = ms;
  for (const one of utterances) {
    const passedMs = Math.min(leftMs, keptMs(one));
    dropPlayed(one, one.played + samplesOfMs(Math.max(0, passedMs), one.sampleRate));
    leftMs -= passedMs;
  }
}

function toRewound(one: KeptUtterance): RewoundUtterance {
  const { utterance, sampleRate, played, sent, isEnded } = one;
  return { utterance, sampleRate, firstSample: played, pieces: samplesFrom(one), samples: isEnded ? sent : null };
}
