import { RULES } from '../../../core/rules.ts';
import type { Reason } from '../../../core/reason.ts';
import { count, numbered, sentence } from '../../../core/sentence.ts';
import { isCutting } from '../replyState.ts';
import type { SessionFact } from '../types.ts';
import { because, type StepContext } from './context.ts';

type FactOf<Kind extends SessionFact['kind']> = Extract<SessionFact, { readonly kind: Kind }>;

/** The reason for each kind of fact: a new kind needs its own. */
export type FactReasons = {
  readonly [Kind in SessionFact['kind']]: (context: StepContext, fact: FactOf<Kind>) => Reason;
};

const FACT_REASONS: FactReasons = {
  user_started: explainStart,
  user_stopped: explainStop,
  agent_started: ({ event }) =>
    event.kind === 'playout' && event.event.kind === 'started'
      ? because(RULES.heard, sentence`its first sample is played`)
      : because(RULES.heard, sentence`its sound was played, and is over already`),
  agent_stopped: explainSilence,
  agent_interrupted: ({ cut }) => cut ?? because(RULES.interruption, sentence`it was cut before its end`),
  user_message: explainUserMessage,
  agent_message: (_, { content }) =>
    because(RULES.heard, sentence`the user has heard ${count('characters', content.length, 'character')}`),
  calls_collected: (_, { calls, notExecuted }) =>
    notExecuted === undefined
      ? because(RULES.functions, sentence`the model has asked for ${count('calls', calls.length, 'call')}`)
      : because(
          RULES.functions,
          sentence`${count('calls', calls.length, 'call')} must not be executed: a splice failed`,
        ),
  calls_executed: explainResults,
  messages_added: (_, { messages }) =>
    because(RULES.session, sentence`the application added ${count('messages', messages.length, 'message')}`),
  call_progress: () => because(RULES.progress, sentence`a function in the background has reported its progress`),
  call_finished: ({ event }) =>
    event.kind === 'results'
      ? because(RULES.background, sentence`a function in the background has returned`)
      : because(RULES.callEnds, sentence`the session ends before the function has returned`),
};

/** Explains a fact. */
export function explainFact(context: StepContext, fact: SessionFact): Reason {
  return FACT_REASONS[fact.kind](context, fact as never);
}

function explainStart({ event, stages }: StepContext): Reason {
  if (event.kind === 'started' && stages.vad !== null) return stages.vad;
  const segment = 'segment' in event ? event.segment : null;
  return segment === null
    ? because(RULES.speech, sentence`the user goes on`)
    : because(RULES.speech, sentence`further words of ${numbered('segment', segment)} have come`);
}

function explainStop({ event, stages, before, after }: StepContext): Reason {
  if (event.kind === 'ended' && stages.vad !== null) return stages.vad;
  if (after.ending !== null) return because(RULES.ending, sentence`the session ends`);
  const open = before.user.openSegment;
  if (open === null) return because(RULES.speech, sentence`the segment is over`);
  return because(RULES.turn, sentence`its words are committed while ${numbered('segment', open.segment)} is open`);
}

function explainSilence({ event, before }: StepContext): Reason {
  if (event.kind !== 'playout' || event.event.kind !== 'stopped')
    return because(RULES.ending, sentence`the session ends without the report of what was played`);
  const samples = count('samples', event.event.samples, 'sample');
  return isCutting(before.reply)
    ? because(RULES.heard, sentence`it was cut after ${samples}`)
    : because(RULES.heard, sentence`the last of ${samples} was played`);
}

function explainUserMessage({ event }: StepContext, { insertAt }: FactOf<'user_message'>): Reason {
  if (insertAt !== undefined)
    return because(RULES.owedWords, sentence`the words of ${numbered('turn', insertAt)} have come, or will not come`);
  if (event.kind !== 'turn') return because(RULES.owedWords, sentence`the words before it are known`);
  return because(RULES.turn, sentence`${numbered('turn', event.turn.turn)} is committed`);
}

function explainResults({ event }: StepContext, { results }: FactOf<'calls_executed'>): Reason {
  const known = count('results', results.length, 'result');
  return event.kind === 'results'
    ? because(RULES.functions, sentence`all calls of the round have ${known}`)
    : because(RULES.ending, sentence`the session ends, and the open calls get ${known}`);
}
