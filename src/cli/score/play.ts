import { loadZod } from '../../core/zod.ts';
import { STT, TTS, VAD } from '../../../providers/names.ts';
import { defineAgent, defineFunction, type Agent } from '../../session/agent.ts';
import { applyReport } from '../../record/fromFunction.ts';
import type { AgentFunction, FunctionContext } from '../../session/sessionControl.ts';
import type { SessionConfig } from '../../session/config/config.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { createLlmDouble } from '../../testing/doubles/llm.ts';
import { agentLane } from '../../testing/score/lanes.ts';
import type { ConversationLog } from '../../testing/score/conversationLog.ts';
import type { ScoreOptions } from '../../testing/score/options.ts';
import { runConversation } from '../../testing/score/runConversation.ts';
import { createScript } from '../../testing/score/script.ts';
import type { Score } from '../../testing/score/writtenScore.ts';
import { VirtualClock } from '../../time/virtualClock.ts';
import type { ScoreDraft } from './draft.ts';
import { formatMs, type DraftAction } from './userActions.ts';
import type { DraftFunction } from './functions.ts';

/** The result of playing a score. */
export interface PlayedDraft {
  /** The agent's words as heard, and its calls, in order of time. */
  readonly heard: readonly { readonly atMs: number; readonly text: string }[];
  readonly calls: readonly { readonly atMs: number; readonly name: string; readonly args: unknown }[];
  /** The codes of failures. */
  readonly failures: readonly ErrorCode[];
}

/** Plays a draft with `agent`, or with a stand-in that behaves as recorded. */
export async function playDraft(draft: ScoreDraft, agent?: Agent<object>): Promise<PlayedDraft> {
  const clock = new VirtualClock();
  const script = createScript((score) => {
    for (const action of draft.actions) act(score, action);
  });
  const options: ScoreOptions = {
    clock,
    llm: draft.replies,
    doubles: draft.doubles,
    lasting: formatMs(draft.lastingMs),
    ...(agent !== undefined && { config: draft.config }),
  };
  return readLog(await runConversation(agent ?? createStandIn(draft, clock), script, options));
}

function act(score: Score, { method, args, atMs }: DraftAction): void {
  const [side, name] = method.split('.') as ['user', 'says'];
  score[side][name](formatMs(atMs), ...(args as [string, `${number}ms`]));
}

/** Creates an agent with the recorded config and results. */
function createStandIn(draft: ScoreDraft, clock: VirtualClock): Agent<object> {
  const away = [...draft.away];
  return defineAgent({
    configure_session: () =>
      ({
        ...draft.config,
        vad: VAD.Silero(draft.vad),
        stt: STT.Deepgram({ api_key: 'unused' }),
        tts: TTS.Deepgram({ api_key: 'unused' }),
        session_data: {},
      }) as unknown as SessionConfig<object>,
    llm_response_handler: createLlmDouble([]),
    functions: Object.fromEntries(draft.functions.map((one) => [one.name, createFunction(one, clock)])),
    ...(away.length > 0 && { on_user_away: () => away.shift() }),
  });
}

function createFunction({ results, ...one }: DraftFunction, clock: VirtualClock): AgentFunction<object> {
  const left = [...results];
  const repeat = async (context: FunctionContext<object>): Promise<string | undefined> => {
    const { afterMs, reports = [], returns, fails } = left.shift() ?? { afterMs: 0, fails: NO_RESULT };
    let passedMs = 0;
    for (const { afterMs: reportedMs, ...report } of reports) {
      if (reportedMs > passedMs) await clock.sleep(reportedMs - passedMs, context.signal);
      passedMs = reportedMs;
      applyReport(report, context);
    }
    await clock.sleep(afterMs - passedMs, context.signal);
    if (fails !== undefined) throw new Error(fails);
    return returns;
  };
  return defineFunction({
    description: one.description,
    uninterruptible: one.uninterruptible,
    interruptible: one.interruptible,
    filler: one.filler,
    parameters: loadZod().looseObject({}),
    background: one.background,
    execute: (_, context) => repeat(context),
  });
}

/** The error of a call for which the recording has no result. */
export const NO_RESULT = 'the recording has no result for this call';

function readLog(log: ConversationLog): PlayedDraft {
  const heard = agentLane(log).filter(({ text }) => text !== '');
  const calls = log.events.flatMap(({ name, at, input }) =>
    name === 'on_function_calls_collected'
      ? input.function_calls.map((call) => ({
          atMs: at,
          name: call.function.name,
          args: parse(call.function.arguments),
        }))
      : [],
  );
  const failures = log.errors.flatMap(({ error }) =>
    error.details.failure !== false || error.code === 'function_failed' ? [error.code] : [],
  );
  return { heard, calls, failures: [...new Set(failures)] };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}
