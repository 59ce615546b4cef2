import { RULES } from '../../../core/rules.ts';
import type { Reason } from '../../../core/reason.ts';
import { count, seconds, sentence } from '../../../core/sentence.ts';
import { UNINTERRUPTIBLE_WAIT_MS } from '../derive.ts';
import { isSuspended } from '../replyState.ts';
import type { Decision } from '../types.ts';
import { explainAnswer, explainDraft, explainFiller, explainText } from './answers.ts';
import { explainCommit } from './commits.ts';
import { because, type StepContext } from './context.ts';
import { explainFact } from './facts.ts';
import { explainReplyEnd } from './replyEnds.ts';
import { explainReport } from './reports.ts';

type DecisionOf<Kind extends Decision['kind']> = Extract<Decision, { readonly kind: Kind }>;

/** The reason for each kind of decision: a new kind needs its own. */
export type DecisionReasons = {
  readonly [Kind in Decision['kind']]: (context: StepContext, decision: DecisionOf<Kind>) => Reason;
};

const DECISION_REASONS: DecisionReasons = {
  fact: (context, { fact }) => explainFact(context, fact),
  commit: explainCommit,
  respond: explainAnswer,
  draft: explainDraft,
  say: explainText,
  ask_filler: explainFiller,
  end_reply: explainReplyEnd,
  cut_calls: explainReplyEnd,
  cancel_call: ({ event }) =>
    event.kind === 'cancel'
      ? because(RULES.cancel, sentence`the application asked for it`)
      : because(RULES.callEnds, sentence`the session ends`),
  cut: explainCut,
  resume: (_, { heardChars }) =>
    because(
      RULES.wordless,
      sentence`the voice had no words; ${count('heardChars', heardChars, 'character')} were heard`,
    ),
  close_input: () => because(RULES.ending, sentence`the session ends, and the agent has nothing more to say or do`),
  settle_calls: explainSettledCalls,
  report: explainReport,
  finish: () => because(RULES.ending, sentence`the last words are known, or their time is over`),
  ended: () => because(RULES.ending, sentence`all decisions are carried out`),
};

/** Explains a decision. */
export function explainDecision(context: StepContext, decision: Decision): Reason {
  return DECISION_REASONS[decision.kind](context, decision as never);
}

/** Explains why a sound is cut: for good, or until it is known whether the voice has words. */
function explainCut(context: StepContext): Reason {
  const reason = explainReplyEnd(context);
  const isSuspending = isSuspended(context.after.reply) && !isSuspended(context.before.reply);
  if (!isSuspending) return reason;
  return { ...reason, text: `${reason.text}; it resumes if the voice has no words` };
}

function explainSettledCalls({ before, now, after }: StepContext, { result }: DecisionOf<'settle_calls'>): Reason {
  if (result === 'session ended' || before.commitDueAt === null || after.ending !== null)
    return because(RULES.ending, sentence`the session ends`);
  const waited = seconds('waitedMs', now - before.commitDueAt);
  const allowed = seconds('neededMs', UNINTERRUPTIBLE_WAIT_MS);
  return because(RULES.functions, sentence`the user's turn has waited ${waited} for them, ${allowed} allowed`);
}
