import {
  asyncScheduler,
  BehaviorSubject,
  concat,
  filter,
  finalize,
  identity,
  ignoreElements,
  map,
  merge,
  mergeMap,
  of,
  Subject,
  tap,
  type MonoTypeOperatorFunction,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { AudioFrame } from '../core/audio.ts';
import type { PlayoutCommand, PlayoutReport } from '../core/playout.ts';
import type { SessionIo } from '../core/ports.ts';
import type { SubscriptionLedger } from '../stream/subscriptionLedger.ts';
import { delayed } from '../stream/delayed.ts';
import { pause } from '../stream/pause.ts';
import { PlayHeadDouble, type PlayedUtterance } from './playHeadDouble.ts';

export interface TransportDoubleOptions {
  /** The user's audio, for example a `microphone`. Default: what is sent to `user.audio`. */
  readonly audioIn?: Observable<AudioFrame> | undefined;
  /** What the client tells: all, only that an utterance is finished or cleared, or nothing. Default `positions`. */
  readonly reports?: 'positions' | 'finished-only' | 'none' | undefined;
  /** How often it tells its position, in ms of audio. Default 100. */
  readonly positionEveryMs?: number | undefined;
  /** The way to the client, and the way back, in ms each. Default 0. */
  readonly latencyMs?: number | undefined;
  /** From a clear to its answer, in ms; the sound stops at once. `Infinity` never answers. Default 0. */
  readonly clearDelayMs?: number | undefined;
  /** What the client tells of its output latency, in ms. Default: nothing. */
  readonly outputLatencyMs?: number | undefined;
  /** The rate it wants the agent's audio at, in Hz. Default: that of the voice. */
  readonly outputSampleRate?: number | undefined;
  /** Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** Counts live subscriptions, as `playout`. */
  readonly ledger?: SubscriptionLedger | undefined;
}

/** The user and the client, in the hands of a test. */
export interface TransportDouble extends SessionIo {
  readonly user: {
    readonly audio: Subject<AudioFrame>;
    readonly text: Subject<string>;
    readonly muted: BehaviorSubject<boolean>;
    readonly connected: BehaviorSubject<boolean>;
  };
  /** What the client was told so far, and when it came, in ms of the scheduler. */
  readonly commands: readonly { readonly atMs: number; readonly command: PlayoutCommand }[];
  /** What the client has told so far, and when it arrived. */
  readonly reports: readonly { readonly atMs: number; readonly report: PlayoutReport }[];
  /** What was played until now, utterance by utterance. */
  readonly played: () => readonly PlayedUtterance[];
  /** The client hangs: it neither plays nor reports, until `thaw`. */
  readonly freeze: () => void;
  readonly thaw: () => void;
}

/**
 * A transport with a client behind it that plays in the time of the scheduler and tells exactly what it has played.
 * Its playout never ends by itself; unsubscribing stops the play head.
 */
export function createTransportDouble(options: TransportDoubleOptions = {}): TransportDouble {
  const { scheduler = asyncScheduler, positionEveryMs = 100, latencyMs = 0, outputSampleRate, ledger } = options;
  const user = newUser();
  const commands: { atMs: number; command: PlayoutCommand }[] = [];
  const reports: { atMs: number; report: PlayoutReport }[] = [];
  const told = new Subject<PlayoutReport>();
  const head = new PlayHeadDouble({ scheduler, positionEveryMs, report: (report) => told.next(report) });
  const travel = <T>(): MonoTypeOperatorFunction<T> => (latencyMs > 0 ? delayed(latencyMs, scheduler) : identity);
  const obey = (command: PlayoutCommand): void => {
    commands.push({ atMs: scheduler.now(), command });
    head.handleCommand(command);
  };
  const playout = (sent: Observable<PlayoutCommand>): Observable<PlayoutReport> =>
    merge(told.pipe(phrase(options, scheduler)), sent.pipe(travel(), tap(obey), ignoreElements())).pipe(
      travel(),
      tap((report) => reports.push({ atMs: scheduler.now(), report })),
      finalize(() => head.stop()),
      ledger?.track('playout') ?? identity,
    );
  return {
    audioIn: options.audioIn ?? user.audio,
    textIn: user.text,
    muted: user.muted,
    connected: user.connected,
    outputSampleRate,
    playout,
    user,
    commands,
    reports,
    played: () => head.played(),
    freeze: () => head.freeze(),
    thaw: () => head.thaw(),
  };
}

function newUser(): TransportDouble['user'] {
  return {
    audio: new Subject(),
    text: new Subject(),
    muted: new BehaviorSubject(false),
    connected: new BehaviorSubject(true),
  };
}

/** What this client tells of what its play head does, and when. */
function phrase(options: TransportDoubleOptions, scheduler: SchedulerLike): MonoTypeOperatorFunction<PlayoutReport> {
  const { reports = 'positions', clearDelayMs = 0, outputLatencyMs } = options;
  const latency = outputLatencyMs === undefined ? {} : { outputLatencyMs };
  const tells = ({ kind }: PlayoutReport): boolean =>
    reports === 'positions' || (reports === 'finished-only' && (kind === 'finished' || kind === 'cleared'));
  const answered: MonoTypeOperatorFunction<PlayoutReport> = mergeMap((report) =>
    report.kind === 'cleared' ? concat(pause(clearDelayMs, scheduler), of(report)) : of(report),
  );
  return (head) =>
    head.pipe(
      filter(tells),
      map((report) => ({ ...report, ...latency })),
      clearDelayMs > 0 ? answered : identity,
    );
}
