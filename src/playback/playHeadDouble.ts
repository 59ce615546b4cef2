import type { SchedulerLike, Subscription } from 'rxjs';
import { concatSamples, samplesOfMs } from '../core/audio.ts';
import type { PlayoutCommand, PlayoutReport } from '../core/playout.ts';

/** One utterance as the client had it. */
export interface PlayedUtterance {
  readonly utterance: string;
  readonly sampleRate: number;
  /** `waiting`: nothing of it was played yet. */
  readonly outcome: 'waiting' | 'playing' | 'finished' | 'cleared';
  /** When its first sample was played, in ms of the scheduler. */
  readonly startedAtMs: number | undefined;
  /** When its last sample so far was played. */
  readonly stoppedAtMs: number | undefined;
  /** What was played of it. */
  readonly samples: Int16Array;
}

export interface PlayHeadDoubleOptions {
  readonly scheduler: SchedulerLike;
  readonly positionEveryMs: number;
  report(report: PlayoutReport): void;
}

/** A client's play head: plays what it has at the pace of the scheduler, waits when it has nothing, exact to the sample. */
export class PlayHeadDouble {
  readonly #options: PlayHeadDoubleOptions;
  readonly #tracks: Track[] = [];
  #at = 0;
  #run: Run | undefined;
  #alarm: Subscription | undefined;
  #wakesAtMs: number | undefined;
  #frozen = false;

  constructor(options: PlayHeadDoubleOptions) {
    this.#options = options;
  }

  handleCommand(command: PlayoutCommand): void {
    this.#tell();
    const track = this.#tracks.find(({ utterance }) => utterance === command.utterance);
    if (command.kind === 'start') this.#tracks.push(newTrack(command.utterance, command.sampleRate));
    else if (command.kind === 'audio') receive(track, command.frame.samples);
    else if (command.kind === 'end') end(track);
    else this.#clear(track, command.utterance);
    this.#goOn();
  }

  /** The client hangs: it neither plays nor reports. */
  freeze(): void {
    this.#catchUp();
    this.#frozen = true;
    this.#goOn();
  }

  thaw(): void {
    this.#frozen = false;
    this.#goOn();
  }

  stop(): void {
    this.#catchUp();
    this.#run = undefined;
    this.#wakeAt(undefined);
  }

  played(): PlayedUtterance[] {
    this.#catchUp();
    return this.#tracks.map(playedOf);
  }

  /** Catches up, and reports the position where it has passed a mark: also when a command comes at that very instant. */
  #tell(): void {
    const track = this.#tracks[this.#at];
    if (track === undefined) return;
    const step = this.#stepOf(track);
    const marks = Math.floor(track.played / step);
    this.#catchUp();
    if (Math.floor(track.played / step) > marks) this.#report('position', track);
  }

  #stepOf({ sampleRate }: Track): number {
    return samplesOfMs(this.#options.positionEveryMs, sampleRate);
  }

  #catchUp(): void {
    const track = this.#tracks[this.#at];
    if (track === undefined || this.#run === undefined) return;
    const now = this.#options.scheduler.now();
    const elapsed = Math.floor(((now - this.#run.sinceMs) * track.sampleRate) / 1000 + ROUNDING);
    const played = Math.min(track.received, this.#run.from + elapsed);
    if (played > track.played) track.stoppedAtMs = now;
    track.played = Math.max(track.played, played);
  }

  #goOn(): void {
    const track = this.#tracks[this.#at];
    if (track === undefined || this.#frozen || track.played === track.received) this.#run = undefined;
    if (track === undefined || this.#frozen) this.#wakeAt(undefined);
    else if (track.outcome === 'cleared') this.#next();
    else if (track.played < track.received) this.#play(track);
    else if (track.ended) this.#finish(track);
    else this.#wakeAt(undefined);
  }

  #play(track: Track): void {
    const { scheduler } = this.#options;
    if (track.outcome === 'waiting') this.#begin(track);
    this.#run ??= { sinceMs: scheduler.now(), from: track.played };
    const { sinceMs, from } = this.#run;
    const step = this.#stepOf(track);
    const target = Math.min(track.received, (Math.floor(track.played / step) + 1) * step);
    this.#wakeAt(sinceMs + ((target - from) * 1000) / track.sampleRate);
  }

  /** Most commands change nothing of when there is something to tell: then the timer is left as it is. */
  #wakeAt(atMs: number | undefined): void {
    if (atMs === this.#wakesAtMs) return;
    const { scheduler } = this.#options;
    this.#alarm?.unsubscribe();
    this.#wakesAtMs = atMs;
    if (atMs !== undefined) this.#alarm = scheduler.schedule(() => this.#wake(), atMs - scheduler.now());
  }

  #wake(): void {
    this.#wakesAtMs = undefined;
    this.#tell();
    this.#goOn();
  }

  #begin(track: Track): void {
    track.outcome = 'playing';
    track.startedAtMs = this.#options.scheduler.now();
    this.#report('started', track);
  }

  /** What is told may be answered with more to play: then the next is already at hand. */
  #finish(track: Track): void {
    track.outcome = 'finished';
    this.#run = undefined;
    this.#at++;
    this.#report('finished', track);
    this.#goOn();
  }

  #clear(track: Track | undefined, utterance: string): void {
    if (track !== undefined && track.outcome !== 'finished') track.outcome = 'cleared';
    this.#report('cleared', track ?? newTrack(utterance, 0));
  }

  #next(): void {
    this.#run = undefined;
    this.#at++;
    this.#goOn();
  }

  #report(kind: PlayoutReport['kind'], { utterance, played }: Track): void {
    this.#options.report({ kind, utterance, playedSamples: played });
  }
}

/** Playing without a gap: at `sinceMs` the sample `from` was next. */
interface Run {
  readonly sinceMs: number;
  readonly from: number;
}

interface Track {
  readonly utterance: string;
  readonly sampleRate: number;
  readonly frames: Int16Array[];
  received: number;
  played: number;
  ended: boolean;
  outcome: PlayedUtterance['outcome'];
  startedAtMs: number | undefined;
  stoppedAtMs: number | undefined;
}

/** In samples: what times in ms lose in floating point. */
const ROUNDING = 1e-6;

function newTrack(utterance: string, sampleRate: number): Track {
  const times = { startedAtMs: undefined, stoppedAtMs: undefined };
  return { utterance, sampleRate, frames: [], received: 0, played: 0, ended: false, outcome: 'waiting', ...times };
}

function receive(track: Track | undefined, samples: Int16Array): void {
  if (track === undefined) return;
  track.frames.push(samples);
  track.received += samples.length;
}

function end(track: Track | undefined): void {
  if (track !== undefined) track.ended = true;
}

function playedOf(track: Track): PlayedUtterance {
  const { utterance, sampleRate, outcome, startedAtMs, stoppedAtMs } = track;
  const samples = concatSamples(track.frames).subarray(0, track.played);
  return { utterance, sampleRate, outcome, startedAtMs, stoppedAtMs, samples };
}
