import type { Message } from '../core/message.ts';
import type { Metric } from '../core/metric.ts';
import type { Agent } from '../session/agent.ts';
import type { SessionEvent } from '../session/events.ts';
import { diagram } from '../draw/text/diagram.ts';
import { mustBeAwaited } from './score/awaited.ts';
import { checkOptions } from './score/options.ts';
import type { ScoreOptions } from './score/options.ts';
import { runConversation } from './score/runConversation.ts';
import { momentsOf } from './score/lanes.ts';
import { formatReport } from './score/report.ts';
import { findCallSite } from './score/callSite.ts';
import { createScript } from './score/script.ts';
import type { Score, Script } from './score/script.ts';

/**
 * Plays a conversation with `agent` in virtual time: handler, functions and events are its own; microphone, VAD, STT, TTS
 * and client are doubles. `write` writes it at once: it must not be async. Rejects with an Error that names all that was expected
 * and did not happen, over two aligned diagrams of what was expected and what happened. Resolves with what happened. Whoever forgets to await it is told so,
 * with an error that nobody can catch.
 */
export function score<SessionData extends object>(
  agent: Agent<SessionData>,
  write: (score: Score) => void,
  options: ScoreOptions = {},
): Promise<ScoreResult> {
  const source = findCallSite();
  const forgotten = new Error('score(…) was not awaited, so nobody learns whether it holds: write `await score(…)`');
  return mustBeAwaited(() => runScore(agent, () => createScript(write, source), options), forgotten);
}

/** What happened in a conversation that went as its score says. */
export interface ScoreResult {
  readonly events: readonly SessionEvent[];
  readonly messages: readonly Message[];
  /** How long the user waited for each answer, and for what. */
  readonly metrics: readonly Metric[];
  /** What took real time, a sentence each: it names the splice, the stage, the handler or the function. */
  readonly realTime: readonly string[];
}

async function runScore<SessionData extends object>(
  agent: Agent<SessionData>,
  write: () => Script,
  options: ScoreOptions,
): Promise<ScoreResult> {
  checkOptions(options);
  const script = write();
  const took = await runConversation(agent, script, options);
  const missed = took.missed.map(({ text, source }) => ({
    text: `what it is counted from never came: ${text}`,
    source,
  }));
  const faults = [...missed, ...script.expectations.flatMap((expectation) => expectation(took))];
  options.draw?.(diagram(momentsOf(took)));
  if (faults.length > 0) throw new Error(formatReport(faults, took));
  for (const { text, isLost } of took.realTime) if (isLost) process.emitWarning(text, 'ScoreWarning');
  return {
    events: took.events,
    messages: took.messages.map(({ message }) => message),
    metrics: took.metrics,
    realTime: took.realTime.map(({ text }) => text),
  };
}
