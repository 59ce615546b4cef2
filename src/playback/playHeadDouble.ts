import type { SchedulerLike, Subscription } from 'rxjs';
import { samplesOfMs } from '../core/audio.ts';
import type { PlayoutCommand, PlayoutReport } from '../core/playout.ts';
import { createTrack, describeTrack, type PlayedUtterance, type Track } from './playedUtterance.ts';

export interface PlayHeadDoubleOptions {
  readonly scheduler: SchedulerLike;
  readonly positionEveryMs: number;
  report(report: PlayoutReport): void;
}

/** A client's play head. It plays at the scheduler's pace, exact to the sample, and waits while it has no audio. */
export class PlayHeadDouble {
  readonly #options: PlayHeadDoubleOptions;
  readonly #tracks: Track[] = [];
  /** Index of the current track. */
  #at = 0;
  #run: Run | undefined;
  #timer: Subscription | undefined;
  #wakesAtMs: number | undefined;
  #isFrozen = false;

  constructor(options: PlayHeadDoubleOptions) {
    this.#options = options;
  }

  handleCommand(command: PlayoutCommand): void {
    this.#reportPosition();
    const { kind, utterance } = command;
    const track = this.#tracks.find((known) => known.utterance === utterance);
    if (kind === 'start') this.#tracks.push(createTrack(utterance, command.sampleRate));
    else if (kind === 'clear') this.#clear(track, utterance);
    else if (track !== undefined && kind === 'end') track.isComplete = true;
    else if (track !== undefined && kind === 'audio') {
      track.frames.push(command.frame.samples);
      track.received += command.frame.samples.length;
    }
    this.#continue();
  }

  /** Stops playing and reporting until `thaw`. */
  freeze(): void {
    this.#catchUp();
    this.#isFrozen = true;
    this.#continue();
  }

  thaw(): void {
    this.#isFrozen = false;
    this.#continue();
  }

  stop(): void {
    this.#catchUp();
    this.#run = undefined;
    this.#wakeAt(undefined);
  }

  played(): PlayedUtterance[] {
    this.#catchUp();
    return this.#tracks.map(describeTrack);
  }

  /** Catches up, and reports the position if it is due, even at the instant of a command. */
  #reportPosition(): void {
    const track = this.#tracks[this.#at];
    if (track === undefined) return;
    const step = this.#stepOf(track);
    const reported = Math.floor(track.played / step);
    this.#catchUp();
    if (Math.floor(track.played / step) > reported) this.#report('position', track);
  }

  /** Returns the number of samples between two reports. */
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

  #continue(): void {
    const track = this.#tracks[this.#at];
    if (track === undefined || this.#isFrozen || track.played === track.received) this.#run = undefined;
    if (track === undefined || this.#isFrozen) this.#wakeAt(undefined);
    else if (track.outcome === 'cleared') this.#next();
    else if (track.played < track.received) this.#play(track);
    else if (track.isComplete) this.#finish(track);
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

  /** Sets the timer. Keeps it if its time is unchanged, as after most commands. */
  #wakeAt(atMs: number | undefined): void {
    if (atMs === this.#wakesAtMs) return;
    const { scheduler } = this.#options;
    this.#timer?.unsubscribe();
    this.#wakesAtMs = atMs;
    if (atMs !== undefined) this.#timer = scheduler.schedule(() => this.#wake(), atMs - scheduler.now());
  }

  #wake(): void {
    this.#wakesAtMs = undefined;
    this.#reportPosition();
    this.#continue();
  }

  #begin(track: Track): void {
    track.outcome = 'playing';
    track.startedAtMs = this.#options.scheduler.now();
    this.#report('started', track);
  }

  /** Moves to the next track before reporting, since the response to the report may be more audio. */
  #finish(track: Track): void {
    track.outcome = 'finished';
    this.#run = undefined;
    this.#at++;
    this.#report('finished', track);
    this.#continue();
  }

  #clear(track: Track | undefined, utterance: string): void {
    if (track !== undefined && track.outcome !== 'finished') track.outcome = 'cleared';
    this.#report('cleared', track ?? createTrack(utterance, 0));
  }

  #next(): void {
    this.#run = undefined;
    this.#at++;
    this.#continue();
  }

  #report(kind: PlayoutReport['kind'], { utterance, played }: Track): void {
    this.#options.report({ kind, utterance, playedSamples: played });
  }
}

/** A gapless run: at `sinceMs` the next sample was `from`. */
interface Run {
  readonly sinceMs: number;
  readonly from: number;
}

/** Compensates for floating-point times in ms, in samples. */
const ROUNDING = 1e-6;
