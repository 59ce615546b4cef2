import { concatMap, scan, type OperatorFunction } from 'rxjs';
import type { ServerMessageBody } from '../../core/protocol.ts';
import type { Transcript } from '../../core/speech.ts';

/**
 * Converts transcripts to `user.transcript` messages. A segment may have several finals. Each final ends an utterance
 * of the protocol, so that within an utterance a later text replaces an earlier one, and the final comes last. `epoch`
 * is how often the session has been taken over; segments count from 0 each time.
 */
export function transcriptMessages(epoch = 0): OperatorFunction<Transcript, ServerMessageBody> {
  return (transcripts) =>
    transcripts.pipe(
      scan(({ finals }: State, transcript) => advance(finals, transcript, epoch === 0 ? 's' : `s${epoch}.`), {
        finals: new Map(),
        messages: [],
      }),
      concatMap(({ messages }) => messages),
    );
}

interface State {
  /** Number of finals in each of the latest 32 segments. Finals may be late, but not later than that. */
  readonly finals: ReadonlyMap<number, number>;
  readonly messages: readonly ServerMessageBody[];
}

const MAX_SEGMENTS = 32;

function advance(finals: State['finals'], { kind, segment, text }: Transcript, prefix: string): State {
  const before = finals.get(segment) ?? 0;
  const final = kind === 'final';
  const latest = [...finals, [segment, before + (final ? 1 : 0)] as const].slice(-MAX_SEGMENTS);
  return {
    finals: new Map(latest),
    messages: [{ type: 'user.transcript', utterance_id: `${prefix}${segment}.${before}`, text, final }],
  };
}
