import { checkOptions } from '../core/checkOptions.ts';
import type { NameSet } from '../core/names.ts';
import {
  asyncScheduler,
  BehaviorSubject,
  concat,
  delay,
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
import type { Digit } from '../core/digit.ts';
import type { TurnCommand } from '../core/ports.ts';
import type { AudioFrame } from '../core/audio.ts';
import type { PlayoutCommand, PlayoutReport } from '../core/playout.ts';
import type { LineActions, SessionIo } from '../core/ports.ts';
import type { SubscriptionLedger } from '../stream/subscriptionLedger.ts';
import { createSubject } from '../stream/operate.ts';
import { pause } from '../stream/pause.ts';
import { PlayHeadDouble } from './playHeadDouble.ts';
import type { PlayedUtterance } from './playedUtterance.ts';

export interface TransportDoubleOptions {
  /** The user's audio, for example a `microphone`. Default: the values of `user.audio`. */
  readonly audioIn?: Observable<AudioFrame> | undefined;
  /** Which reports the client sends: all, only `finished` and `cleared`, or none. Default `positions`. */
  readonly reports?: 'positions' | 'finished-only' | 'none' | undefined;
  /** Interval between position reports, in ms of audio. Default 100. */
  readonly positionEveryMs?: number | undefined;
  /** Latency in each direction, in ms. Default 0. */
  readonly latencyMs?: number | undefined;
  /** Delay from a clear to its report, in ms. The sound stops at once. `Infinity`: never reported. Default 0. */
  readonly clearDelayMs?: number | undefined;
  /** Output latency in the reports, in ms. Default: none. */
  readonly outputLatencyMs?: number | undefined;
  /** Sample rate of the agent's audio, in Hz. Default: the rate of TTS. */
  readonly outputSampleRate?: number | undefined;
  /** Length of the agent's longest audio frame, in ms, from 1. Default: 20. */
  readonly outputFrameMs?: number | undefined;
  /** Lead of the agent's audio over its playback, in ms, from 0. Default: 200. */
  readonly outputLeadMs?: number | undefined;
  /** Actions that its line supports. Default: none. */
  readonly actions?: LineActions | undefined;
  /** Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** Counts live subscriptions as `playout`. */
  readonly ledger?: SubscriptionLedger | undefined;
}

/** A transport whose user and client are controlled by a test. */
export interface TransportDouble extends SessionIo {
  readonly user: {
    readonly audio: Subject<AudioFrame>;
    readonly text: Subject<string>;
    readonly digits: Subject<Digit>;
    readonly muted: BehaviorSubject<boolean>;
    readonly turns: Subject<TurnCommand>;
    readonly connected: BehaviorSubject<boolean>;
  };
  /** The commands so far, each with its arrival time at the client, in ms of the scheduler. */
  readonly commands: readonly { readonly atMs: number; readonly command: PlayoutCommand }[];
  /** The reports so far, each with its arrival time at the session, in ms of the scheduler. */
  readonly reports: readonly { readonly atMs: number; readonly report: PlayoutReport }[];
  /** Returns the utterances with the parts played so far. */
  readonly played: () => readonly PlayedUtterance[];
  /** Stops the client until `thaw`: it neither plays nor reports. */
  readonly freeze: () => void;
  readonly thaw: () => void;
}

const OPTIONS: NameSet<keyof TransportDoubleOptions> = {
  audioIn: true,
  reports: true,
  positionEveryMs: true,
  latencyMs: true,
  clearDelayMs: true,
  outputLatencyMs: true,
  outputSampleRate: true,
  outputFrameMs: true,
  outputLeadMs: true,
  actions: true,
  scheduler: true,
  ledger: true,
};

/**
 * Creates a transport whose client plays in scheduler time and reports exactly what it has played. Its playout does not
 * complete; unsubscribing stops the client.
 *
 * @example
 * ```ts
 * import { startSession } from 'antiphon';
 * import { createAgentDouble, createSttDouble, createTransportDouble, createTtsDouble } from 'antiphon/testing';
 * import { textOf, VirtualClock } from 'antiphon/testing';
 *
 * const scheduler = new VirtualClock();
 * const client = createTransportDouble({ scheduler });
 * const ports = { stt: createSttDouble({ says: [], scheduler }), tts: createTtsDouble({ scheduler }) };
 * const session = await startSession(createAgentDouble(), client, { scheduler, ports });
 * session.say('Good evening.');
 * await scheduler.run(500);
 * console.log(client.played().map(({ samples }) => textOf(samples))); // ['Good eve']
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option
 */
export function createTransportDouble(options: TransportDoubleOptions = {}): TransportDouble {
  checkOptions('createTransportDouble', options, OPTIONS);
  const { scheduler = asyncScheduler, positionEveryMs = 100, latencyMs = 0, ledger } = options;
  const { outputSampleRate, outputFrameMs, outputLeadMs } = options;
  const user = createUser();
  const commands: { atMs: number; command: PlayoutCommand }[] = [];
  const reports: { atMs: number; report: PlayoutReport }[] = [];
  const emitted = createSubject<PlayoutReport>();
  const head = new PlayHeadDouble({ scheduler, positionEveryMs, report: (report) => emitted.next(report) });
  const travel = <T>(): MonoTypeOperatorFunction<T> => (latencyMs > 0 ? delay(latencyMs, scheduler) : identity);
  const handleCommand = (command: PlayoutCommand): void => {
    commands.push({ atMs: scheduler.now(), command });
    head.handleCommand(command);
  };
  const playout = (sent: Observable<PlayoutCommand>): Observable<PlayoutReport> =>
    merge(emitted.pipe(toReports(options, scheduler)), sent.pipe(travel(), tap(handleCommand), ignoreElements())).pipe(
      travel(),
      tap((report) => reports.push({ atMs: scheduler.now(), report })),
      finalize(() => head.stop()),
      ledger?.track('playout') ?? identity,
    );
  const { audio, text: textIn, digits, muted, turns, connected } = user;
  const client = { played: () => head.played(), freeze: () => head.freeze(), thaw: () => head.thaw() };
  const audioIn = options.audioIn ?? audio;
  const reportsStarts = (options.reports ?? 'positions') === 'positions';
  const format = { outputSampleRate, outputFrameMs, outputLeadMs, reportsStarts };
  const { actions } = options;
  return {
    audioIn,
    textIn,
    digits,
    muted,
    turns,
    connected,
    actions,
    ...format,
    playout,
    user,
    commands,
    reports,
    ...client,
  };
}

function createUser(): TransportDouble['user'] {
  return {
    audio: new Subject(),
    text: new Subject(),
    digits: new Subject(),
    muted: new BehaviorSubject(false),
    turns: new Subject(),
    connected: new BehaviorSubject(true),
  };
}

/** Selects this client's reports and applies their latency and delay. */
function toReports(options: TransportDoubleOptions, scheduler: SchedulerLike): MonoTypeOperatorFunction<PlayoutReport> {
  const { reports = 'positions', clearDelayMs = 0, outputLatencyMs } = options;
  const isReported = ({ kind }: PlayoutReport): boolean =>
    reports === 'positions' || (reports === 'finished-only' && (kind === 'finished' || kind === 'cleared'));
  const delayClear: MonoTypeOperatorFunction<PlayoutReport> = mergeMap((report) =>
    report.kind === 'cleared' ? concat(pause(clearDelayMs, scheduler), of(report)) : of(report),
  );
  return (head) =>
    head.pipe(
      filter(isReported),
      outputLatencyMs === undefined ? identity : map((report) => ({ ...report, outputLatencyMs })),
      clearDelayMs > 0 ? delayClear : identity,
    );
}
