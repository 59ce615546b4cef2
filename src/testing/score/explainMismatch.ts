import type { AskedEvent, Reason } from '../../core/reason.ts';
import type { Moment } from '../../draw/text/diagram.ts';
import type { SessionFact } from '../../session/floor/types.ts';
import type { ConversationLog } from './conversationLog.ts';
import type { Mismatch } from './expect/expectation.ts';
import type { EventName } from './names.ts';

/** The fact behind each event of the handlers, and the decision that is missing without it; null: none that is explained. */
const EVENTS: {
  readonly [Name in EventName]: { readonly fact: SessionFact['kind']; readonly asked: AskedEvent | null };
} = {
  user_started_speaking: { fact: 'user_started', asked: 'speech' },
  user_stopped_speaking: { fact: 'user_stopped', asked: null },
  user_message_added: { fact: 'user_message', asked: 'turn' },
  agent_started_speaking: { fact: 'agent_started', asked: 'answer' },
  agent_stopped_speaking: { fact: 'agent_stopped', asked: null },
  agent_interrupted: { fact: 'agent_interrupted', asked: 'interruption' },
  agent_message_added: { fact: 'agent_message', asked: 'answer' },
  function_calls_collected: { fact: 'calls_collected', asked: null },
  function_calls_executed: { fact: 'calls_executed', asked: null },
};

/** Explains the decisions of the session that a failed expectation is about. */
export function explainMismatch({ missing = [], unwanted = [] }: Mismatch, log: ConversationLog): readonly Reason[] {
  const reasons = [
    ...unwanted.map((moment) => explainUnwanted(moment, log)),
    ...missing.map((moment) => explainMissing(moment, unwanted, log)),
  ].filter((reason) => reason !== undefined);
  return reasons.filter(({ text }, n) => reasons.findIndex((other) => other.text === text) === n);
}

function explainUnwanted({ lane, text, atMs }: Moment, { reasons }: ConversationLog): Reason | undefined {
  return lane === 'events' && isEvent(text) ? reasons.why(EVENTS[text].fact, atMs) : undefined;
}

function explainMissing(moment: Moment, unwanted: readonly Moment[], log: ConversationLog): Reason | undefined {
  const { lane, text, atMs } = moment;
  if (lane === 'agent') return explainHeard(moment, unwanted, log);
  if (lane !== 'events' || !isEvent(text)) return undefined;
  const { asked } = EVENTS[text];
  return asked === null ? undefined : log.reasons.whyNot(asked, atMs);
}

/** Explains why the user heard more of a reply than expected, or less, or nothing. */
function explainHeard(expected: Moment, unwanted: readonly Moment[], { reasons }: ConversationLog): Reason | undefined {
  const heard = unwanted.find(({ lane }) => lane === 'agent');
  if (heard === undefined) return undefined;
  const { atMs, toMs = atMs } = heard;
  const isLonger = heard.text.startsWith(expected.text);
  if (!isLonger && !expected.text.startsWith(heard.text)) return undefined;
  return reasons.why('agent_interrupted', toMs) ?? (isLonger ? reasons.whyNotInterrupted(atMs, toMs) : undefined);
}

function isEvent(text: string): text is EventName {
  return Object.hasOwn(EVENTS, text);
}
