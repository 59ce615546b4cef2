import { RULES } from '../../core/rules.ts';
import type { AskedEvent, Reason } from '../../core/reason.ts';
import { sentence } from '../../core/sentence.ts';
import { explainRefusal, explainUnanswered } from '../floor/explain/answerWaits.ts';
import { because } from '../floor/explain/context.ts';
import { isEndingNow } from '../floor/hold.ts';
import type { Floor } from '../floor/state.ts';
import type { ExplainedDecision } from './explainedStep.ts';
import { Explainer } from './explainer.ts';
import type { LogEntry, StepLog } from './stepLog.ts';

/** The answer to the question why something did not happen at a time. */
export interface Absence {
  /** True if it did happen in that instant; the reason is then the one for which it did. */
  readonly happened: boolean;
  readonly reason: Reason;
}

/** The kinds of decisions that are the asked event. */
const DECISIONS: { readonly [Event in AskedEvent]: readonly string[] } = {
  interruption: ['cut', 'agent_interrupted'],
  turn: ['commit'],
  answer: ['respond', 'agent_started'],
  speech: ['user_started'],
};

/** Explains what was missing for an event at a session time, to the ms. The session began at `startMs`, in scheduler time. */
export function explainAbsence({ session, entries }: StepLog, asked: AskedEvent, atMs: number, startMs = 0): Absence {
  const explainer = new Explainer(session);
  let decisions: readonly ExplainedDecision[] = [];
  for (const entry of entries) {
    const entryMs = timeOf(entry, startMs);
    if (entryMs > Math.round(atMs)) break;
    const explained = explainer.take(entry);
    if (entry.kind === 'step') decisions = entryMs === Math.round(atMs) ? [...decisions, ...explained] : [];
  }
  explainer.moveTo(startMs + atMs);
  const made = decisions.find(({ kind }) => DECISIONS[asked].includes(kind));
  if (made !== undefined) return { happened: true, reason: made.reason };
  return { happened: false, reason: MISSING[asked](explainer) };
}

/** Returns the session time of an entry, in whole ms; of an answer of a port without a time, the beginning. */
function timeOf(entry: LogEntry, startMs: number): number {
  if (entry.kind === 'step') return Math.round(entry.step.now - startMs);
  return entry.kind === 'score' ? Math.round(entry.now - startMs) : 0;
}

/** The reason for each absence; it always has one. */
const MISSING: { readonly [Event in AskedEvent]: (explainer: Explainer) => Reason } = {
  interruption: (explainer) => explainer.explainInterruption() ?? explainUnspoken(explainer.floor) ?? NOT_BEGUN,
  turn: (explainer) => explainer.explainTurn() ?? NO_WORDS,
  answer: ({ floor }) => (floor === null ? NOT_BEGUN : (explainUnanswered(floor) ?? explainIdle(floor))),
  speech: (explainer) => explainer.explainSpeech() ?? explainOpen(explainer.floor),
};

const NOT_BEGUN = because(RULES.session, sentence`the session had not begun`);
const NO_WORDS = because(RULES.turn, sentence`no turn: no words of the user awaited their commit`);

function explainUnspoken(floor: Floor | null): Reason | null {
  if (floor === null) return null;
  const nobody = because(RULES.interruption, sentence`not interrupted: nobody spoke over the agent`);
  return explainRefusal(floor) ?? nobody;
}

function explainIdle({ reply, ending }: Floor): Reason {
  if (isEndingNow(ending)) return because(RULES.ending, sentence`no answer: the session ends`);
  return reply === null
    ? because(RULES.waits, sentence`no answer: there was nothing to answer`)
    : because(RULES.heard, sentence`the agent was speaking already`);
}

function explainOpen(floor: Floor | null): Reason {
  if (floor === null) return NOT_BEGUN;
  return floor.user.openSegment === null
    ? because(RULES.speech, sentence`no speech: no audio of the user has been scored`)
    : because(RULES.speech, sentence`the user was speaking already`);
}
