import { AntiphonError } from '../core/errors.ts';
import type { Message } from '../core/message.ts';
import type { Metric } from '../core/metric.ts';
import { diagram } from '../draw/text/diagram.ts';
import type { Agent } from '../session/agent.ts';
import type { SessionEvent } from '../session/events.ts';
import { findCallSite } from './score/callSite.ts';
import { judgeAll } from './score/expect/judged.ts';
import { momentsOf } from './score/lanes.ts';
import { mustBeAwaited } from './score/mustBeAwaited.ts';
import { currentObserver } from './score/observer.ts';
import { checkScoreOptions, type ScoreOptions } from './score/options.ts';
import { formatReport } from './score/report.ts';
import { runConversation } from './score/runConversation.ts';
import { createScript } from './score/script.ts';
import type { Score } from './score/writtenScore.ts';
import { runSuite, type SuiteOptions, type SuiteResult } from './suite/suite.ts';

/** `score`, and `score.suite`. */
export interface PlayScore {
  /**
   * Plays a conversation with `agent` in virtual time. The handler, functions and event handlers are the agent's own;
   * microphone, VAD, STT, TTS and client are doubles. `write` must not be async. Resolves with the conversation.
   * Rejects with an Error that lists all failed expectations, followed by two aligned diagrams of the expected and the
   * actual conversation. If the promise is not awaited, throws an uncaught error.
   */
  <SessionData extends object>(
    agent: Agent<SessionData>,
    write: (score: Score) => void,
    options?: ScoreOptions,
  ): Promise<ScoreResult>;
  /**
   * Plays the agent against each WAV file of a folder, in virtual time. The bundled Silero detects the speech, and the
   * recogniser takes the words from the accompanying text file (`NAME.txt`). Resolves with the conversations and the
   * waits for answers: median and 95th percentile, in total and in parts.
   */
  suite<SessionData extends object>(
    agent: Agent<SessionData>,
    folder: string,
    options?: SuiteOptions,
  ): Promise<SuiteResult>;
}

/**
 * Plays a conversation with an agent in virtual time, and checks what is heard, called and remembered.
 *
 * @example
 * ```ts runnable
 * import { createAgentDouble, score } from 'antiphon/testing';
 *
 * const llm = ['We opened in nineteen eighty. My grandmother cooked here.', 'Yes?'];
 * await score(
 *   createAgentDouble(), // or your agent
 *   ({ user, agent, after }) => {
 *     user.says('1s', 'tell me about the restaurant', '1200ms');
 *     user.says(after('agent_started_speaking', '800ms'), 'wait please', '700ms');
 *     agent.heard('We opened in nineteen');
 *   },
 *   { llm },
 * );
 * ```
 */
export const score: PlayScore = Object.assign(playScore, { suite: runSuite });

function playScore<SessionData extends object>(
  agent: Agent<SessionData>,
  write: (score: Score) => void,
  options: ScoreOptions = {},
): Promise<ScoreResult> {
  const source = findCallSite();
  const forgotten = new Error('score(…) was not awaited, so its result is lost: write `await score(…)`');
  return mustBeAwaited(
    () => observed(source, options, (own) => runScore(agent, () => createScript(write, source), own)),
    forgotten,
  );
}

/** A conversation that passed its score. */
export interface ScoreResult {
  readonly events: readonly SessionEvent[];
  readonly messages: readonly Message[];
  /** The user's wait for each answer, in parts. */
  readonly metrics: readonly Metric[];
  /** A sentence for each splice, stage, handler or function that took real time. */
  readonly realTime: readonly string[];
}

/** Reports a score to the process's observer, if any. */
async function observed(
  source: string | undefined,
  options: ScoreOptions,
  run: (options: ScoreOptions) => Promise<ScoreResult>,
): Promise<ScoreResult> {
  const conversation = currentObserver()?.begin();
  if (conversation === undefined) return run(options);
  try {
    const result = await run({ ...options, record: options.record ?? conversation.record });
    conversation.end({ source, metrics: result.metrics, error: undefined });
    return result;
  } catch (error) {
    conversation.end({ source, metrics: [], error });
    throw error;
  }
}

async function runScore<SessionData extends object>(
  agent: Agent<SessionData>,
  write: () => ReturnType<typeof createScript>,
  options: ScoreOptions,
): Promise<ScoreResult> {
  checkScoreOptions('score', options);
  const script = write();
  if (script.criteria.length > 0 && options.judge === undefined)
    throw new AntiphonError('usage_invalid', 'agent.meets: expected a judge in the options: { judge: createJudge(…) }');
  const log = await runConversation(agent, script, options);
  const judged = await judgeAll(script.criteria, log, options);
  const mismatches = [...log.missed, ...script.expectations.flatMap((expectation) => expectation(log)), ...judged];
  options.draw?.(diagram(momentsOf(log)));
  if (mismatches.length > 0) throw new Error(formatReport(mismatches, log));
  for (const { text, isLost } of log.realTime) if (isLost) process.emitWarning(text, 'ScoreWarning');
  const messages = log.messages.map(({ message }) => message);
  return { events: log.events, messages, metrics: log.metrics, realTime: log.realTime.map(({ text }) => text) };
}
