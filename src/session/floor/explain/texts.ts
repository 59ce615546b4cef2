import { quote } from '../../../core/sentence.ts';
import type { Decision, SessionFact } from '../types.ts';

type DecisionOf<Kind extends Decision['kind']> = Extract<Decision, { readonly kind: Kind }>;
type FactOf<Kind extends SessionFact['kind']> = Extract<SessionFact, { readonly kind: Kind }>;

const DECISIONS: { readonly [Kind in Decision['kind']]: (decision: DecisionOf<Kind>) => string } = {
  fact: ({ fact }) => FACTS[fact.kind](fact as never),
  commit: ({ turn: { turn, text } }) => `turn ${turn} is committed: ${quote(text)}`,
  respond: ({ turn: { turn } }) => `the answer to turn ${turn} is requested`,
  draft: ({ turn }) =>
    turn === null
      ? 'the answer that was requested ahead is dropped'
      : `the answer to turn ${turn.turn} is requested ahead: ${quote(turn.text)}`,
  say: ({ turn, text, begin, filler }) => {
    if (filler === true) return `reply ${turn} says the filler ${quote(text)}`;
    return begin ? `reply ${turn} begins: ${quote(text)}` : `reply ${turn} also says ${quote(text)}`;
  },
  ask_filler: ({ turn }) => `a filler is requested for reply ${turn}`,
  end_reply: ({ turn, reason }) => `reply ${turn} ends: ${reason}`,
  cut_calls: ({ turn, reason }) => `the functions of reply ${turn} are aborted: ${reason}`,
  cancel_call: ({ tool_call_id }) => `the call ${quote(tool_call_id)} is cancelled`,
  cut: ({ utterance }) => `the utterance ${utterance} is cut`,
  resume: ({ turn }) => `reply ${turn} resumes`,
  close_input: () => 'no more audio of the user is taken',
  settle_calls: ({ result }) => `the running calls get the result ${quote(result)}`,
  report: ({ error }) => `${error.code}: ${error.message}`,
  finish: () => 'the last decisions are carried out',
  ended: ({ reason }) => `the session ends: ${reason}`,
};

const FACTS: { readonly [Kind in SessionFact['kind']]: (fact: FactOf<Kind>) => string } = {
  user_started: () => 'the user starts to speak',
  user_stopped: () => 'the user stops speaking',
  agent_started: () => 'the agent starts to speak',
  agent_stopped: () => 'the agent stops speaking',
  agent_interrupted: ({ content }) => `the agent is interrupted after ${quote(content)}`,
  user_message: ({ content }) => `message of the user: ${quote(content)}`,
  agent_message: ({ content }) => `message of the agent: ${quote(content)}`,
  calls_collected: ({ calls }) => `the model calls ${namesOf(calls)}`,
  calls_executed: ({ calls }) => `the results of ${namesOf(calls)} are in the history`,
  messages_added: ({ messages }) => `messages are added: ${messages.length}`,
  call_progress: ({ result }) => `progress of the call ${quote(result.tool_call_id)}`,
  call_finished: ({ result }) => `the call ${quote(result.tool_call_id)} is over`,
};

/** Describes a decision in words. */
export function describeDecision(decision: Decision): string {
  return DECISIONS[decision.kind](decision as never);
}

function namesOf(calls: FactOf<'calls_collected'>['calls']): string {
  return calls.length === 0 ? 'nothing' : calls.map((call) => `${call.function.name}()`).join(', ');
}
