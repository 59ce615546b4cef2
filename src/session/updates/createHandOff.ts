import type { SchedulerLike } from 'rxjs';
import { AntiphonError, type AntiphonError as Reported } from '../../core/errors.ts';
import type { HistoryMessage } from '../../core/message.ts';
import type { FunctionContext, SessionUpdate } from '../sessionControl.ts';
import type { Contain } from '../containment/containment.ts';
import { parseConfig, type SessionConfig } from '../config/config.ts';
import { verifyConfig, type Ports } from '../config/ports.ts';
import { createChatMessages } from '../agentCode/createChatMessages.ts';
import type { HistoryEntry } from '../history.ts';
import { runConfigure } from '../agentCode/runConfigure.ts';
import { listSettings } from './changeConfig.ts';
import { HANDOFF, type ChangedAgent } from '../handOffChange.ts';
import type { Handoff } from '../agentCode/handoff.ts';

export interface HandOffOptions {
  /** The `custom_data` of the session. */
  readonly customData: Record<string, unknown>;
  /** Ports that replace those of configs. */
  readonly own: Partial<Ports>;
  readonly scheduler: SchedulerLike;
  readonly contain: Contain;
  readonly report: (error: Reported) => void;
  /** Returns the name of the agent that hands off. */
  readonly from: () => string | undefined;
  /** Returns the handoff that awaits the next reply. */
  readonly kept: () => ChangedAgent | undefined;
  /** Returns the history so far. */
  readonly history: () => readonly HistoryEntry[];
}

type Context = FunctionContext<object>;

/** Maximum number of handoffs within one turn of the user. */
const MAX_IN_TURN = 8;

/** Matches no turn, so that all messages keep their text. */
const NO_TURN = -1;

/**
 * Creates the function that carries out a handoff. It resolves with the result of the function that requested the
 * handoff.
 */
export function createHandOff(options: HandOffOptions): (asked: Handoff, context: Context) => Promise<string> {
  return async (asked, context) => {
    const { agent, name, options: wanted } = asked;
    const { session_data = context.session_data, result = `The conversation goes on with ${name}.` } = wanted;
    checkCount(options.history());
    const config = await configure(asked, session_data, context, options);
    const summary = await summarize(asked, context, options);
    if (context.signal.aborted) throw new AntiphonError('usage_invalid', 'the handoff was cancelled');
    checkFirst(options.kept());
    const change: ChangedAgent = {
      agent,
      name,
      sessionData: session_data,
      messages: config.messages,
      history: wanted.history ?? 'all',
      ...(summary !== undefined && { summary }),
      tool_call_id: context.tool_call_id,
    };
    context.session.update({ ...config.update, functions: agent.functions ?? {}, [HANDOFF]: change } as SessionUpdate);
    return result;
  };
}

/** @throws AntiphonError `limit_exceeded` if agents hand a turn back and forth without answering it */
function checkCount(history: readonly HistoryEntry[]): void {
  const from = history.findLastIndex(({ message }) => message.role === 'user');
  const rounds = history.slice(from + 1).filter(({ message }) => message.tool_calls !== undefined).length;
  if (rounds < MAX_IN_TURN) return;
  throw new AntiphonError('limit_exceeded', `handoff(): expected at most ${MAX_IN_TURN} in one turn, got more`);
}

/** @throws AntiphonError `usage_invalid` for a second handoff in a round: the first that is ready counts */
function checkFirst(kept: ChangedAgent | undefined): void {
  if (kept === undefined) return;
  throw new AntiphonError('usage_invalid', `handoff(): the conversation was already handed to ${kept.name}`);
}

interface Configured {
  readonly messages: readonly HistoryMessage[];
  readonly update: object;
}

/** Requests the agent's config, and checks it, also with its providers. */
async function configure(
  { agent, name }: Handoff,
  session_data: object,
  { signal: left }: Context,
  { customData, own, scheduler, contain, report, from }: HandOffOptions,
): Promise<Configured> {
  const config: SessionConfig<object> = await runConfigure(
    (signal) => agent.configure_session({ custom_data: customData, signal, handoff: { from: from(), session_data } }),
    (cause) => report(new AntiphonError('config_failed', `configure_session of "${name}" failed later`, { cause })),
    { scheduler, left, contain },
  );
  const settings = parseConfig({ ...config, session_data: {} });
  await verifyConfig(settings, own, { scheduler, left });
  return { messages: settings.initialMessages, update: { ...listSettings(config), tts: config.tts, stt: config.stt } };
}

async function summarize(
  { options }: Handoff,
  { signal }: Context,
  { history }: HandOffOptions,
): Promise<string | undefined> {
  if (options.history !== 'summary') return undefined;
  const summary = await options.summarize(createChatMessages(history(), NO_TURN), { signal });
  if (typeof summary === 'string') return summary;
  throw new AntiphonError('usage_invalid', `handoff(): summarize: expected a text, got a ${typeof summary}`);
}
