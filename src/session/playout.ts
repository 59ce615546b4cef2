import {
  asyncScheduler,
  concat,
  map,
  merge,
  NEVER,
  of,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import { runMachine } from '../playback/runMachine.ts';
import type { PlayoutCommand, PlayoutEvent, PlayoutReport } from '../core/playout.ts';
import type { SpeechEvent } from '../core/turn.ts';
import { playoutMachine, type PlayoutNotice } from './playout/playoutMachine.ts';
import { onClosed, onCommand, onConnected, onReport, onSpeech } from './playout/changes.ts';

export type { PlayoutNotice };

export interface PlayoutOptions {
  /** What `pace` was given: text, marks, timings, and the audio that the commands carry. */
  readonly speech: Observable<SpeechEvent>;
  /** What the client says of it. One that never says anything is taken by the pacing clock. */
  readonly reports: Observable<PlayoutReport>;
  /** Whether the client is there; while it is not, the ledger stands still. @default it is */
  readonly connected?: Observable<boolean> | undefined;
  /** Its time should be monotonic. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Tells what becomes of each utterance on the client's side: `sent` with every frame, `started` once, `played` as the
 * client reports it, and `stopped` exactly once, with the words that were heard. Utterances never overlap. Beside them it
 * notices a client that has stopped reporting (`silent`) and its return (`resumed`).
 *
 * ```
 * commands  -sf-e---------|    f: 6 ms of audio, to a client that never reports
 * events    --(ab)--x-----|    a: sent, b: started, x: stopped
 * ```
 *
 * Reports come before a deadline of the same instant. Completes when the commands have completed and nothing sounds any
 * more; an error of any input passes at once.
 */
export function playout(options: PlayoutOptions): OperatorFunction<PlayoutCommand, PlayoutEvent | PlayoutNotice> {
  const { speech, reports, connected = NEVER, scheduler = asyncScheduler } = options;

  return (commands) =>
    runMachine(
      playoutMachine,
      merge(
        connected.pipe(map(onConnected)),
        speech.pipe(map(onSpeech)),
        reports.pipe(map(onReport)),
        concat(commands.pipe(map(onCommand)), of(onClosed)),
      ),
      scheduler,
    );
}
