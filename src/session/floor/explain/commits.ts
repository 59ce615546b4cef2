import { RULES } from '../../../core/rules.ts';
import type { Reason } from '../../../core/reason.ts';
import { plainSeconds, quote, seconds, sentence } from '../../../core/sentence.ts';
import { OVERLAP_WAIT_MS } from '../overlapping.ts';
import type { Floor } from '../state.ts';
import type { Decision } from '../types.ts';
import { isOverlapping, waitEndOf } from '../user.ts';
import { because, type StepContext } from './context.ts';

type Commit = Extract<Decision, { kind: 'commit' }>;

/** Explains why a turn is committed. */
export function explainCommit(context: StepContext, commit: Commit): Reason {
  const { turn, from } = commit;
  if (turn.request !== undefined)
    return because(RULES.request, sentence`the application asked for a reply to these words`);
  const { before, after } = context;
  if (after.remarks.includes(turn.turn) && !before.remarks.includes(turn.turn))
    return explainUnanswered(before, commit);
  if (after.ending !== null) return because(RULES.ending, sentence`the session ends, and these are its last words`);
  if (from.typed) return because(RULES.turn, sentence`typed text is committed at once`);
  return explainSpoken(context, commit);
}

/** Explains a turn that gets no answer. */
function explainUnanswered({ user }: Floor, { turn, from }: Commit): Reason {
  const isGreeting = user.pending.some(
    (speech) => speech.kind === 'spoken' && speech.claim === 'greeting' && from.segments.includes(speech.segment),
  );
  return isGreeting
    ? because(RULES.backchannels, sentence`${quote(turn.text)} greets over the first message, and needs no answer`)
    : because(RULES.whileWorking, sentence`${quote(turn.text)} is a remark while the agent works, and needs no answer`);
}

function explainSpoken(context: StepContext, commit: Commit): Reason {
  const { before, now } = context;
  const silenceMs = silenceBefore(context, commit);
  const { commitDueAt } = before;
  if (commitDueAt !== null)
    return because(
      RULES.functions,
      sentence`the functions for which it waited ${seconds('waitedMs', now - commitDueAt)} are over`,
    );
  if (wasOverAgent(before, commit)) return explainRemark(silenceMs);
  if ((waitEndOf(before.user) ?? Number.NEGATIVE_INFINITY) > before.now)
    return because(
      RULES.remarks,
      sentence`the remark has waited ${plainSeconds('neededMs', OVERLAP_WAIT_MS)} s after the agent for more words`,
    );
  if (context.event.kind === 'endpoint' && context.stages.endpointing !== null) return context.stages.endpointing;
  if (silenceMs === null) return because(RULES.turn, sentence`all its words are known`);
  return because(RULES.turn, sentence`all its words are known after ${seconds('silenceMs', silenceMs)} of silence`);
}

function explainRemark(silenceMs: number | null): Reason {
  if (silenceMs === null) return because(RULES.remarks, sentence`it was spoken over the agent, which has finished`);
  return because(
    RULES.remarks,
    sentence`it was spoken over the agent, which has finished, ${seconds('silenceMs', silenceMs)} before`,
  );
}

function wasOverAgent({ user }: Floor, { from }: Commit): boolean {
  return user.pending.some(
    (speech) => speech.kind === 'spoken' && isOverlapping(speech) && from.segments.includes(speech.segment),
  );
}

/** Returns the time since the last voice of a committed turn; null if it has none. */
function silenceBefore({ after, now }: StepContext, { turn, from }: Commit): number | null {
  return silenceSince(after, now, turn.turn, (segment) => from.segments.includes(segment));
}

/** Returns the time since the last voice of the segments that were committed as a turn; null if they have none. */
export function silenceSince(
  { user }: Floor,
  now: number,
  turn: number,
  counts: (segment: number) => boolean = () => true,
): number | null {
  const voices = user.closed.flatMap((closed) =>
    closed.turn === turn && closed.voice !== null && counts(closed.segment) ? [closed.voice.lastVoicedAt] : [],
  );
  return voices.length === 0 ? null : now - Math.max(...voices);
}
