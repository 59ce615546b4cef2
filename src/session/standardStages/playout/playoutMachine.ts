import type { HeardBy, PlayoutCommand, PlayoutEvent, PlayoutReport } from '../../../core/playout.ts';
import type { SpeechEvent } from '../../../core/turn.ts';
import { PlayHead } from '../../../playback/playHead.ts';
import type { Machine } from '../../../playback/runMachine.ts';
import { playTime, runningStopwatch, schedulerTime, setRunning, type Stopwatch } from '../../../time/stopwatch.ts';
import { ActiveUtterance } from './activeUtterance.ts';
import { Client } from './client.ts';
import { Ledger } from './ledger.ts';

/** `silent`: a client that reports positions has not reported for 3 s. `resumed`: it reports again. */
export type PlayoutNotice = { readonly kind: 'silent' } | { readonly kind: 'resumed' };

/** Maximum time for the client's answer to `clear`, and for its very first report, in ms. */
const ANSWER_MS = 250;

/** Maximum time for `finished` after the pacing clock has played everything, in ms. */
const FINISH_MS = 1000;

/** Maximum time without a report of a client that reports positions and should be playing, in ms. */
const SILENCE_MS = 3000;

/** The number of waiting speech events and commands at which they are added. */
const MAX_UNREAD = 256;

/** A command, and the time at which it was sent. */
interface SentCommand {
  readonly command: PlayoutCommand;
  readonly atMs: number;
}

/** The state machine of `playout`. Emits its outputs one by one, earlier utterances first. */
export class PlayoutMachine implements Machine<PlayoutEvent | PlayoutNotice> {
  readonly #ledger: Ledger = new Ledger();
  readonly #client: Client;
  readonly #heard: HeardBy;
  /** Utterances that were sent and have not stopped, in order. */
  readonly #active: ActiveUtterance[] = [];
  /** The pacing clock, in play time. */
  readonly #head: PlayHead = new PlayHead();
  /** Pauses while the client is away. */
  #watch: Stopwatch = runningStopwatch;
  #isClosed = false;
  /** Speech and commands that have not been needed yet, in order: the client gets its audio before they are added. */
  #unread: (SpeechEvent | SentCommand)[] = [];

  /** `reportsStarts`: the client should report starts. `heard`: how the client's playout is known. */
  constructor(reportsStarts: boolean = false, heard: HeardBy = 'reported') {
    this.#client = new Client(reportsStarts);
    this.#heard = heard;
  }

  /** Adds speech to the ledger, except after the utterance's cut. */
  addSpeech(event: SpeechEvent): void {
    this.#hold(event);
  }

  addCommand(command: PlayoutCommand, nowMs: number): void {
    this.#hold({ command, atMs: nowMs });
  }

  setConnected(isConnected: boolean, nowMs: number): void {
    this.#read();
    this.#client.setConnected(isConnected, playTime(this.#watch, nowMs));
    this.#updateWatch(nowMs);
  }

  addReport(report: PlayoutReport, nowMs: number): void {
    this.#read();
    const playMs = playTime(this.#watch, nowMs);
    this.#client.report(report.kind, playMs);
    this.#updateWatch(nowMs);
    this.#find(report.utterance)?.report(report, playMs);
  }

  /** Ends all utterances when the commands have completed. */
  close(nowMs: number): void {
    this.#read();
    for (const one of this.#active) one.endedMs ??= playTime(this.#watch, nowMs);
    this.#isClosed = true;
  }

  next(nowMs: number): PlayoutEvent | PlayoutNotice | undefined {
    this.#read();
    this.#stopOvertaken(nowMs);
    if (this.#client.takeReturn()) return { kind: 'resumed' };
    for (const one of this.#active) {
      const event = this.#nextOf(one, nowMs);
      if (event !== undefined) return event;
    }
    const silentMs = this.#silentAt(nowMs);
    if (silentMs === undefined || playTime(this.#watch, nowMs) < silentMs) return undefined;
    this.#client.setSilent();
    this.#updateWatch(nowMs);
    return { kind: 'silent' };
  }

  wakesAt(nowMs: number): number | undefined {
    if (this.#client.isAway) return undefined;
    let first = schedulerTime(this.#watch, this.#silentAt(nowMs) ?? Number.POSITIVE_INFINITY);
    for (const one of this.#active) first = Math.min(first, this.#startsAt(one), this.#stopsAt(one));
    return first === Number.POSITIVE_INFINITY ? undefined : first;
  }

  /** Computes the heard text of the current utterance. */
  readHeard(nowMs: number): string {
    this.#read();
    const [one] = this.#active;
    if (one === undefined || !one.hasStarted) return '';
    const atMs = playTime(this.#watch, nowMs);
    const now = { atMs, pacedSamples: this.#head.played(one.utterance, atMs), answerByMs: nowMs };
    const samples = this.#samplesAtStop(one, nowMs) ?? one.samplesAtCut(one.cut ?? now);
    return this.#ledger.computeHeard(one.utterance, samples).text.trim();
  }

  isOver(): boolean {
    return this.#isClosed && this.#active.length === 0;
  }

  #hold(item: SpeechEvent | SentCommand): void {
    this.#unread.push(item);
    if (this.#unread.length >= MAX_UNREAD) this.#read();
  }

  /** Adds the waiting speech and commands. */
  #read(): void {
    const unread = this.#unread;
    if (unread.length === 0) return;
    this.#unread = [];
    for (const item of unread) {
      if ('command' in item) this.#addCommand(item.command, item.atMs);
      else if (this.#find(item.utterance)?.cut === undefined) this.#ledger.add(item);
    }
  }

  #addCommand(command: PlayoutCommand, nowMs: number): void {
    const { utterance } = command;
    const playMs = playTime(this.#watch, nowMs);
    if (command.kind === 'start') return this.#begin(new ActiveUtterance(utterance, command.sampleRate));
    const one = this.#find(utterance);
    if (command.kind === 'audio') {
      const { samples, sampleRate } = command.frame;
      const playsUntilMs = this.#head.append(utterance, samples.length, sampleRate, playMs);
      one?.addSent(samples.length, playMs, playsUntilMs);
    } else if (command.kind === 'end') {
      if (one !== undefined) one.endedMs = playMs;
    } else {
      const pacedSamples = this.#head.played(utterance, playMs);
      this.#head.remove(utterance, playMs);
      const answerByMs = nowMs + (this.#heard === 'reported' ? ANSWER_MS : 0);
      if (one !== undefined) one.cut = { atMs: playMs, pacedSamples, answerByMs };
    }
  }

  #find(utterance: string): ActiveUtterance | undefined {
    const active = this.#active;
    for (let at = 0; at < active.length; at += 1) if (active[at]?.utterance === utterance) return active[at];
    return undefined;
  }

  #updateWatch(nowMs: number): void {
    this.#watch = setRunning(this.#watch, !this.#client.isAway, nowMs);
  }

  /** Begins an utterance. Removes earlier inactive ones from the ledger, because they can no longer begin. */
  #begin(begun: ActiveUtterance): void {
    this.#active.push(begun);
    this.#ledger.removeBefore(begun.utterance, (utterance) => this.#find(utterance) === undefined);
  }

  /** Stops all utterances before the latest one that has started: a client plays them one at a time, in order. */
  #stopOvertaken(nowMs: number): void {
    const active = this.#active;
    if (active.length < 2) return;
    const latest = active.findLastIndex((one) => this.#hasStarted(one, nowMs));
    for (let at = 0; at < latest; at++) active[at]?.stopOvertaken();
  }

  #nextOf(one: ActiveUtterance, nowMs: number): PlayoutEvent | undefined {
    const sent = one.takeSent();
    if (sent !== undefined) return sent;
    const event = this.#takeStarted(one, nowMs) ?? one.takePlayed();
    if (event !== undefined) return event;
    const samples = this.#samplesAtStop(one, nowMs);
    return samples === undefined ? undefined : this.#stop(one, samples, nowMs);
  }

  /** Announces the start. If the utterance was cut before it, a sample must have been played. */
  #takeStarted(one: ActiveUtterance, nowMs: number): PlayoutEvent | undefined {
    const isHeard =
      one.cut === undefined
        ? this.#hasStarted(one, nowMs)
        : one.hasPlayed || (this.#samplesAtStop(one, nowMs) ?? 0) > 0;
    const started = isHeard ? one.takeStarted(this.#lateMs(one, nowMs)) : undefined;
    if (started !== undefined) this.#client.isAwaited = false;
    return started;
  }

  /** Computes how long a report of the start was awaited in vain. */
  #lateMs({ hasStarted, sentMs }: ActiveUtterance, nowMs: number): number {
    const isLate = this.#client.isAwaited && !hasStarted && sentMs !== undefined;
    return isLate ? playTime(this.#watch, nowMs) - sentMs : 0;
  }

  /**
   * Checks whether an utterance has started: by the client's reports or, without any, with its first frame in its turn.
   */
  #hasStarted(one: ActiveUtterance, nowMs: number): boolean {
    if (one.hasStarted || (this.#samplesAtStop(one, nowMs) ?? 0) > 0) return true;
    return playTime(this.#watch, nowMs) >= this.#assumedStart(one);
  }

  /** Returns when the first frame counts as played without a report of the client. */
  #assumedStart(one: ActiveUtterance): number {
    const { reportsStarts, isAwaited } = this.#client;
    const isNext = this.#active[0] === one && one.cut === undefined;
    if (reportsStarts || !isNext || one.sentMs === undefined) return Number.POSITIVE_INFINITY;
    return one.sentMs + (isAwaited ? ANSWER_MS : 0);
  }

  /** Computes the samples played when it stopped; undefined if it has not stopped. */
  #samplesAtStop(one: ActiveUtterance, nowMs: number): number | undefined {
    const { final, cut, endedMs, sent } = one;
    if (final !== undefined) return final;
    if (cut !== undefined) return this.#client.isAway || nowMs >= cut.answerByMs ? one.samplesAtCut(cut) : undefined;
    if (endedMs === undefined) return undefined;
    return one.isPlayed || playTime(this.#watch, nowMs) >= this.#playedAt(one, endedMs) ? sent : undefined;
  }

  /** Computes when the utterance counts as played by the pacing clock, at the earliest when it ends. */
  #playedAt({ utterance }: ActiveUtterance, endedMs: number): number {
    return Math.max(endedMs, this.#head.end(utterance)) + (this.#client.hasReported ? FINISH_MS : 0);
  }

  #stop(one: ActiveUtterance, samples: number, nowMs: number): PlayoutEvent {
    const { utterance } = one;
    const { text, whole, by } = this.#ledger.computeHeard(utterance, samples);
    const asked = this.#ledger.findQuestionEnd(utterance, text);
    this.#active.splice(this.#active.indexOf(one), 1);
    this.#client.isAwaited = false;
    this.#ledger.remove(utterance);
    this.#head.remove(utterance, playTime(this.#watch, nowMs));
    return {
      kind: 'stopped',
      utterance,
      samples,
      heard: text,
      whole,
      by,
      heardBy: one.isReported ? this.#heard : 'paced',
      ...(asked === undefined ? {} : { sinceQuestionMs: one.computeMsSince(asked, samples) }),
    };
  }

  /** Computes when the client counts as silent, from its last report or the beginning of the audio. */
  #silentAt(nowMs: number): number | undefined {
    if (this.#client.isAway || !this.#client.reportsPositions) return undefined;
    const playing = this.#head.firstUnplayed(playTime(this.#watch, nowMs));
    return playing === undefined ? undefined : Math.max(this.#client.lastMs, playing.startsMs) + SILENCE_MS;
  }

  /** Computes when the utterance starts without a report. */
  #startsAt(one: ActiveUtterance): number {
    return one.hasStarted ? Number.POSITIVE_INFINITY : schedulerTime(this.#watch, this.#assumedStart(one));
  }

  /** Computes when the utterance stops without further reports. */
  #stopsAt(one: ActiveUtterance): number {
    if (one.cut !== undefined) return one.cut.answerByMs;
    const playMs = one.endedMs === undefined ? Number.POSITIVE_INFINITY : this.#playedAt(one, one.endedMs);
    return schedulerTime(this.#watch, playMs);
  }
}
