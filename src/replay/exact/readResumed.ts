import { CHECKPOINT_FORMAT, type Checkpoint } from '../../core/checkpoint.ts';
import type { HistoryMessage } from '../../core/message.ts';
import type { Recording } from '../../record/format.ts';
import type { SessionRequest } from '../../session/recording.ts';

/**
 * Returns the checkpoint from which a recorded session was resumed, as far as the replay needs it, or undefined if the
 * session was new.
 */
export function readResumed({ head, lines }: Recording): Checkpoint | undefined {
  const requests = lines.flatMap((line) => ('in' in line && line.in === 'asked' ? [line.v as SessionRequest] : []));
  const start = requests.find(({ kind }) => kind === 'start');
  if (start?.kind !== 'start' || start.resumed === undefined) return undefined;
  return {
    format: CHECKPOINT_FORMAT,
    session_id: head.session,
    ...start.resumed,
    // The recorded config contains the messages made from them.
    messages: head.config.initial_messages as readonly HistoryMessage[],
    session_data: '{}',
    dropped_messages: 0,
    updates: { count: 0 },
    speaking: null,
    heard: '',
    pending: { texts: 0, speech: false },
    calls: [],
  };
}
