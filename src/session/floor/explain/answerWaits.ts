import { RULES } from '../../../core/rules.ts';
import type { Reason } from '../../../core/reason.ts';
import { seconds, sentence } from '../../../core/sentence.ts';
import { allowsInterruptions, isEndingNow, isHeld } from '../hold.ts';
import { isAnswerAudible, isCutting, isSuspended, type Reply } from '../replyState.ts';
import type { Floor, QueuedReply } from '../state.ts';
import { isUserActive } from '../user.ts';
import { because } from './context.ts';

/** Explains why a reply that is under way or queued does not sound. Null if there is none, or it sounds. */
export function explainUnanswered(floor: Floor): Reason | null {
  const { reply, queue, ending } = floor;
  const next = queue[0];
  if (ending?.phase === 'over' || ending?.phase === 'finishing') return null;
  const sounds = isAnswerAudible(reply);
  if (isEndingNow(ending))
    return next === undefined && (reply === null || sounds)
      ? null
      : because(RULES.ending, sentence`no answer: the session ends`);
  if (reply !== null) return sounds ? explainQueued(reply, next) : explainSilence(floor, reply);
  return next === undefined ? explainResults(floor) : explainNotBegun(floor);
}

function explainQueued(reply: Reply, next: QueuedReply | undefined): Reason | null {
  if (next === undefined) return null;
  return isCutting(reply) ? UNREPORTED : because(RULES.remarks, sentence`waits: the agent is speaking`);
}

const UNREPORTED = because(RULES.interruption, sentence`waits: the client has not reported yet what it played`);

function explainResults({ due, user }: Floor): Reason | null {
  return due.some(({ answeredBy }) => answeredBy === null) && isUserActive(user)
    ? because(RULES.background, sentence`waits: a result comes when the user is silent`)
    : null;
}

/** Explains a queued reply without one before it: only a commit or the user holds it back. */
function explainNotBegun({ committing }: Floor): Reason {
  return committing > 0
    ? because(RULES.waits, sentence`waits: a turn is being committed`)
    : because(RULES.waits, sentence`waits: the user's turn comes first`);
}

function explainSilence(floor: Floor, reply: Reply): Reason {
  if (isCutting(reply)) return UNREPORTED;
  if (isSuspended(reply))
    return because(RULES.wordless, sentence`waits: the agent resumes if the speech of the user has no words`);
  if (isHeld(floor)) return explainHeld(floor);
  const waited = seconds('waitedMs', floor.now - reply.lastSoundAt);
  const { sound, generation, hasText } = reply;
  const calls = floor.rounds.flatMap((round) => (round.turn === reply.turn ? round.calls : []));
  const [call] = calls;
  if (call !== undefined)
    return because(
      RULES.functions,
      sentence`waits: the function ${call.function.name} has not returned, ${waited} so far`,
    );
  if (generation === 'running' && !hasText)
    return because(RULES.failures, sentence`waits: the model has sent no text, ${waited} so far`);
  return sound.phase === 'none' || sound.phase === 'requested' || ('synthesis' in sound && sound.synthesis === 'silent')
    ? because(RULES.failures, sentence`waits: the voice has sent no audio, ${waited} so far`)
    : because(RULES.heard, sentence`waits: the audio has not been sent yet, ${waited} so far`);
}

function explainHeld({ user }: Floor): Reason {
  return user.openSegment?.speaking === true
    ? because(RULES.waits, sentence`waits: the user speaks`)
    : because(RULES.waits, sentence`waits: the speech of the user is not committed or dropped yet`);
}

/** Explains why the floor itself would not let the user interrupt. Null if it would. */
export function explainRefusal(floor: Floor): Reason | null {
  const { reply } = floor;
  if (reply === null) return because(RULES.interruption, sentence`not interrupted: the agent was not replying`);
  if (!isAnswerAudible(reply) || isCutting(reply))
    return because(RULES.interruption, sentence`not interrupted: the agent could not be heard`);
  if (!allowsInterruptions(floor))
    return because(RULES.interruption, sentence`not interrupted: interruptions are not allowed`);
  return null;
}
