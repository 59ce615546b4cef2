import { concatMap, scan } from 'rxjs';
import type { OperatorFunction } from 'rxjs';
import type { ServerMessageBody } from '../../core/protocol.ts';
import type { Transcript } from '../../core/speech.ts';

/**
 * What is understood of the user. A segment may bring several finals; with each an utterance of the protocol is over, so
 * that within one a later text replaces an earlier one, and a final is the last.
 */
export function transcriptMessages(): OperatorFunction<Transcript, ServerMessageBody> {
  return (transcripts) =>
    transcripts.pipe(
      scan(({ finals }: Understood, said) => advance(finals, said), { finals: new Map(), notes: [] }),
      concatMap(({ notes }) => notes),
    );
}

interface Understood {
  /** How many finals the latest segments have brought. At most 32 segments: finals may be late, but not so late. */
  readonly finals: ReadonlyMap<number, number>;
  readonly notes: readonly ServerMessageBody[];
}

const MAX_SEGMENTS = 32;

function advance(finals: Understood['finals'], { kind, segment, text }: Transcript): Understood {
  const before = finals.get(segment) ?? 0;
  const final = kind === 'final';
  const latest = [...finals, [segment, before + (final ? 1 : 0)] as const].slice(-MAX_SEGMENTS);
  return {
    finals: new Map(latest),
    notes: [{ type: 'user.transcript', utterance_id: `s${segment}.${before}`, text, final }],
  };
}
