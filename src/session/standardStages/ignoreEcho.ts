import {
  connect,
  defer,
  ignoreElements,
  merge,
  takeUntil,
  tap,
  type MonoTypeOperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import type { Settlement, Transcript } from '../../core/speech.ts';
import { mapArrays } from '../../stream/mapArrays.ts';
import { EchoFilter } from './echo/echoFilter.ts';
import { PlayedWords } from './echo/playedWords.ts';
import type { Taps } from '../edges.ts';
import { createSubject } from '../../stream/operate.ts';
import { completion } from '../../stream/completion.ts';

export interface IgnoreEchoOptions {
  readonly edges: Pick<Taps, 'activity' | 'speech' | 'playout'>;
  /** Receives a diagnostic for each segment with an echo. */
  readonly report: (error: AntiphonError) => void;
  readonly scheduler: SchedulerLike;
}

/**
 * Removes the agent's echo from transcripts: four or more consecutive words that its audio said at most 1 s before.
 * Fewer words at the end of a transcript may become an echo, and are emitted with those that follow, or before the
 * segment's settlement.
 *
 * ```text
 * agent     a--b--c--d--e------   words, at their ends
 * source    -1--2--3--4--5-d---   1: "a", 2: "a b" …, 5: a final "a b c d no", d: settled
 * output    --------------5-d--   "no"
 * ```
 */
export function ignoreEcho(options: IgnoreEchoOptions): MonoTypeOperatorFunction<Transcript | Settlement> {
  const { edges, report, scheduler } = options;
  const reportEcho = (segment: number): void =>
    report(
      new AntiphonError('echo', 'words of the agent came back as speech of the user', { segment, failure: false }),
    );
  return connect(
    (transcripts) =>
      defer(() => {
        const played = new PlayedWords();
        const filter = new EchoFilter(played, reportEcho);
        const over = completion(transcripts);
        const heard = merge(
          edges.speech.pipe(tap((event) => played.addSpeech(event))),
          edges.playout.pipe(tap((event) => played.addPlayout(event, scheduler.now()))),
          edges.activity.pipe(tap((event) => filter.addVoice(event, scheduler.now()))),
        ).pipe(ignoreElements(), takeUntil(over));
        return merge(heard, transcripts.pipe(mapArrays((event) => filter.filter(event))));
      }),
    { connector: createSubject },
  );
}
