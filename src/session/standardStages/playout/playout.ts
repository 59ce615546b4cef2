import { asyncScheduler, NEVER, type Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { runMachine } from '../../../playback/runMachine.ts';
import type { HeardBy, PlayoutCommand, PlayoutEvent, PlayoutReport } from '../../../core/playout.ts';
import type { SpeechEvent } from '../../../core/turn.ts';
import { PlayoutMachine, type PlayoutNotice } from './playoutMachine.ts';

/** A function that reads the heard text of the current utterance, as if it were cut now. It changes nothing. */
export type ReadHeard = () => string;

export interface PlayoutOptions {
  /** The input of `pace`: text, marks, timings, and the audio of the commands. */
  readonly speech: Observable<SpeechEvent>;
  /** The reports of the client. Without any, the pacing clock determines what was played. */
  readonly reports: Observable<PlayoutReport>;
  /** `true` if the client should report starts: its first report is awaited for 250 ms. @default false */
  readonly reportsStarts?: boolean | undefined;
  /**
   * Emits when the client has a command. The consequences of the command are emitted then.
   * @default with the command
   */
  readonly sent?: Observable<void> | undefined;
  /** How the client's playout is known. @default 'reported' */
  readonly heard?: HeardBy | undefined;
  /** `true` while the client is connected; the ledger pauses while it is not. @default connected */
  readonly connected?: Observable<boolean> | undefined;
  /** Called on subscription with a function that reads the heard text of the current utterance. */
  readonly exposeHeard?: ((read: ReadHeard) => void) | undefined;
  /** A scheduler with monotonic time. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Emits the playout of each utterance: `sent` with every frame, `started` once, `played` as the client reports it, and
 * `stopped` exactly once, with the words that were heard. Utterances never overlap. Also emits `silent` when the client
 * has stopped reporting, and `resumed` when it reports again.
 *
 * ```
 * commands  -sf-e---------|    f: 6 ms of audio, to a client that never reports
 * events    --(ab)--x-----|    a: sent, b: started, x: stopped
 * ```
 *
 * Reports come before a deadline of the same instant. Completes when the commands have completed and everything has
 * been played.
 */
export function playout(options: PlayoutOptions): OperatorFunction<PlayoutCommand, PlayoutEvent | PlayoutNotice> {
  const { speech, reports, reportsStarts, heard, sent, connected = NEVER, scheduler = asyncScheduler } = options;
  const create = (): PlayoutMachine => {
    const machine = new PlayoutMachine(reportsStarts, heard);
    options.exposeHeard?.(() => machine.readHeard(scheduler.now()));
    return machine;
  };

  return (commands) =>
    runMachine(
      create,
      (machine, connect, connectQuietly) => {
        const connectCommands = sent === undefined ? connect : connectQuietly;
        connect(connected, (isConnected, nowMs) => machine.setConnected(isConnected, nowMs));
        connectQuietly(speech, (event) => machine.addSpeech(event));
        connect(reports, (report, nowMs) => machine.addReport(report, nowMs));
        connectCommands(
          commands,
          (command) => machine.addCommand(command, scheduler.now()),
          (nowMs) => machine.close(nowMs),
        );
        if (sent !== undefined) connect(sent, () => {});
      },
      scheduler,
    );
}
