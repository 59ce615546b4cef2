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
import type { PlayoutCommand } from '../src/core/playout.ts';
import { checkRange } from '../src/core/checkRange.ts';
import type { SpeechEvent } from '../src/core/turn.ts';
import { runMachine } from '../src/playback/runMachine.ts';
import {
  enqueueSpeech,
  clearUtterance,
  closeSource,
  setHeld,
  createPacer,
  setPaused,
  type PacerLimits,
} from './pace/pacer.ts';

export interface PaceOptions {
  /** While true nothing begins, neither an utterance nor audio after a silence inside one; what plays goes on. @default never */
  readonly held?: Observable<boolean> | undefined;
  /** While true (the client is away) nothing leaves but `clear`, and the play head stands still. @default never */
  readonly paused?: Observable<boolean> | undefined;
  /** Utterances to forget at once. @default none */
  readonly clear?: Observable<string> | undefined;
  /** How far ahead of the play head a frame may start, in ms, from 0. @default 200 */
  readonly leadMs?: number | undefined;
  /** The longest frame that leaves, in ms, from 1. @default 20 */
  readonly frameMs?: number | undefined;
  /** How much audio may wait, all utterances together, in ms; what comes beyond is dropped, to the end of its utterance. @default 600000 */
  readonly maxQueuedMs?: number | undefined;
  /** Its time should be monotonic. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Sends speech at the speed at which it is heard, a short lead ahead, so that little is on its way when it must be cut.
 * Utterances leave in the order of their start, each as `start audio* end`, or, cleared, up to a `clear`; one without
 * audio leaves no trace.
 *
 * ```
 * speech    -s-a--e----------|    a: 20 ms of audio; frames and lead of 5 ms
 * commands  ---(sff)f----(fe)|    s: start, f: 5 ms of audio, e: end
 * ```
 *
 * Audio that comes when nothing plays and nothing is held leaves in the same tick. What is cleared is gone in the same
 * instant: a clear comes before a frame that is due. Completes when the source has completed and all of it has left; an
 * error passes at once.
 *
 * Throws an `AntiphonError` `usage_invalid` if an option is out of range; errors with one if the sample rate changes
 * inside an utterance.
 */
export function pace(options: PaceOptions = {}): OperatorFunction<SpeechEvent, PlayoutCommand> {
  const { held = NEVER, paused = NEVER, clear: cleared = NEVER, scheduler = asyncScheduler } = options;
  const limits = limitsOf(options);

  return (speech) =>
    runMachine(
      createPacer(limits),
      merge(
        held.pipe(map(setHeld)),
        paused.pipe(map(setPaused)),
        cleared.pipe(map(clearUtterance)),
        concat(speech.pipe(map((event) => enqueueSpeech(event, limits))), of(closeSource)),
      ),
      scheduler,
    );
}

function limitsOf({ leadMs = 200, frameMs = 20, maxQueuedMs = 600_000 }: PaceOptions): PacerLimits {
  checkRange('leadMs', leadMs, 0);
  checkRange('frameMs', frameMs, 1);
  checkRange('maxQueuedMs', maxQueuedMs, 0);
  return { leadMs, frameMs, maxQueuedMs };
}
