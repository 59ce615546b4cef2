import { asyncScheduler, NEVER, type Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import type { PlayoutCommand } from '../src/core/playout.ts';
import { checkRange } from '../src/core/checkRange.ts';
import type { SpeechEvent } from '../src/core/turn.ts';
import { runMachine } from '../src/playback/runMachine.ts';
import { Pacer, type PacerLimits } from './pace/pacer.ts';

export interface PaceOptions {
  /**
   * While true, neither an utterance nor audio after a gap inside one may begin. Playing audio continues.
   * @default never
   */
  readonly held?: Observable<boolean> | undefined;
  /** True while the client is away. Then only `clear` is sent, and the play head stands still. @default never */
  readonly paused?: Observable<boolean> | undefined;
  /** Utterances to drop at once. @default none */
  readonly clear?: Observable<string> | undefined;
  /** How far ahead of the play head a frame may start, in ms, from 0. @default 200 */
  readonly leadMs?: number | undefined;
  /** Length of the longest frame, in ms, from 1. @default 20 */
  readonly frameMs?: number | undefined;
  /**
   * Limit on the queued audio of all utterances, in ms, from 0. Beyond it, the rest of an utterance is dropped.
   * @default 600000
   */
  readonly maxQueuedMs?: number | undefined;
  /** A scheduler with monotonic time. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Sends speech at the speed of playback, slightly ahead, so that little audio is in flight when it is cut. Sends
 * utterances in the order in which they started, each as `start audio* end`, or up to a `clear`. An utterance without
 * audio sends nothing.
 *
 * ```
 * speech    -s-a--e----------|    a: 20 ms of audio; frames and lead of 5 ms
 * commands  ---(sff)f----(fe)|    s: start, f: 5 ms of audio, e: end
 * ```
 *
 * If nothing is playing and nothing is held, sends audio as soon as it arrives. Sends `clear` at once, before any frame
 * that is due. Completes when the source has completed and everything is sent; an error is emitted at once.
 *
 * Throws an `AntiphonError` `usage_invalid` if an option is out of range. Errors with `usage_invalid` if the sample
 * rate changes inside an utterance.
 *
 * @example
 * ```ts
 * import type { PlayoutCommand, SpeechEvent } from 'antiphon';
 * import { pace } from 'antiphon/operators';
 * import type { Observable } from 'rxjs';
 *
 * declare const speech: Observable<SpeechEvent>; // from `speak`
 * declare const send: (command: PlayoutCommand) => void; // to the loudspeaker, or a client
 * speech.pipe(pace({ leadMs: 200 })).subscribe(send);
 * ```
 */
export function pace(options: PaceOptions = {}): OperatorFunction<SpeechEvent, PlayoutCommand> {
  const { held = NEVER, paused = NEVER, clear = NEVER, scheduler = asyncScheduler } = options;
  const limits = limitsOf(options);

  return (speech) =>
    runMachine(
      () => new Pacer(limits),
      (pacer, connect) => {
        connect(held, (isHeld) => pacer.setHeld(isHeld));
        connect(paused, (isPaused, nowMs) => pacer.setPaused(isPaused, nowMs));
        connect(clear, (utterance, nowMs) => pacer.clear(utterance, nowMs));
        connect(
          speech,
          (event) => pacer.add(event),
          () => pacer.close(),
        );
      },
      scheduler,
    );
}

function limitsOf({ leadMs = 200, frameMs = 20, maxQueuedMs = 600_000 }: PaceOptions): PacerLimits {
  checkRange('leadMs', leadMs, 0);
  checkRange('frameMs', frameMs, 1);
  checkRange('maxQueuedMs', maxQueuedMs, 0);
  return { leadMs, frameMs, maxQueuedMs };
}
