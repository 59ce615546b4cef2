import type { UserTurn } from '../../../core/speech.ts';
import { RULES } from '../../../core/rules.ts';
import type { Reason } from '../../../core/reason.ts';
import { count, ms, plainSeconds, seconds, sentence, type Sentence } from '../../../core/sentence.ts';
import { PAUSE_MS } from '../user.ts';
import type { Decision } from '../types.ts';
import { because, type StepContext } from './context.ts';
import { silenceSince } from './commits.ts';

type DecisionOf<Kind extends Decision['kind']> = Extract<Decision, { readonly kind: Kind }>;

/** Explains why the answer to a turn is requested. */
export function explainAnswer(context: StepContext, { turn }: DecisionOf<'respond'>): Reason {
  if (turn.handedOver === true) return because(RULES.handOff, sentence`another agent continues the conversation`);
  if (turn.request !== undefined) return because(RULES.request, sentence`the application asked for this reply`);
  if (turn.text !== '' || turn.input?.owesWords === true) return explainAnswerToWords(context, turn);
  const results = context.after.due.filter(({ answeredBy }) => answeredBy === turn.turn).length;
  return results === 0
    ? because(RULES.onRequest, sentence`the application asked for a reply`)
    : because(
        RULES.background,
        sentence`neither side speaks, and ${count('results', results, 'result')} came from the background`,
      );
}

function explainAnswerToWords(context: StepContext, turn: UserTurn): Reason {
  const { after, now } = context;
  const silenceMs = silenceSince(after, now, turn.turn);
  const waited = describeQueue(context, turn);
  if (after.settings.respondOnRequest === true)
    return because(RULES.onRequest, sentence`the application asked for the answer${waited}`);
  if (silenceMs === null) return because(RULES.waits, sentence`its words are in the history${waited}`);
  return because(RULES.turn, sentence`answered after ${seconds('silenceMs', silenceMs)} of silence${waited}`);
}

/** Says what an answer has waited for in the queue. */
function describeQueue({ before }: StepContext, { turn }: UserTurn): string {
  const waited = before.queue.some((queued) => queued.kind === 'respond' && queued.turn.turn === turn);
  return waited && before.reply !== null ? ', as the reply before it is over' : '';
}

/** Explains why the answer to a turn is requested before its commit, or dropped. */
export function explainDraft({ before, after }: StepContext, { turn }: DecisionOf<'draft'>): Reason {
  if (turn === null) return because(RULES.ahead, sentence`the turn has changed, or is answered otherwise`);
  if (after.eagerText === turn.text || before.eagerText === turn.text)
    return because(RULES.ahead, sentence`the turn is probably over`);
  return because(RULES.ahead, sentence`all words are final, and the user pauses: ${ms('neededMs', PAUSE_MS)} needed`);
}

/** Explains a text that no model has written for this turn. */
export function explainText(context: StepContext, decision: DecisionOf<'say'>): Reason {
  const { event } = context;
  if (decision.filler === true) return explainFiller(context);
  if (!decision.begin && event.kind === 'results')
    return because(RULES.progress, sentence`a function reports its progress`);
  if (!decision.begin) return because(RULES.session, sentence`the application asked for it within the reply`);
  switch (context.after.reply?.origin) {
    case 'first_message':
      return because(RULES.session, sentence`it is the first message of the session`);
    case 'failure':
      return because(RULES.failures, sentence`the reply before it failed, and no word of it was heard`);
    default:
      return because(RULES.session, sentence`the application asked for it`);
  }
}

/** Explains why the agent says a filler, or requests one. */
export function explainFiller({ event, after, now }: StepContext): Reason {
  const { reply, settings } = after;
  if (event.kind === 'calls') return because(RULES.fillers, sentence`the function brings a text for the wait`);
  if (event.kind === 'say') return because(RULES.fillers, sentence`the reply that it bridges has begun`);
  if (reply === null || settings.filler === undefined)
    return because(RULES.fillers, sentence`the answer has no text yet`);
  return because(RULES.fillers, noTextSince(now - reply.lastSoundAt, settings.filler.delayMs));
}

function noTextSince(waitedMs: number, neededMs: number): Sentence {
  return sentence`the answer has had no text for ${seconds('waitedMs', waitedMs)}, ${plainSeconds('neededMs', neededMs)} allowed`;
}
