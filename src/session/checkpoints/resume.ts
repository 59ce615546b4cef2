import type { Checkpoint } from '../../core/checkpoint.ts';
import type { FunctionResult, HistoryMessage } from '../../core/message.ts';
import type { TtsConfig } from '../../../providers/names.ts';
import type { AgentFunction, OnSessionResumedInput, SessionUpdate } from '../agent.ts';
import type { SessionConfig } from '../config.ts';
import { INTERRUPTED } from '../functions/outcomes.ts';
import { createMessage } from '../history.ts';
import type { SessionOptions } from '../session.ts';
import { parseCheckpoint, parseSessionData } from './parseCheckpoint.ts';

/** More events than a session has between two checkpoints: no number of the lost part is used again. */
export const SEQ_GAP = 1000;

/** What of a checkpoint is lost, and said. */
export type Lost = Omit<OnSessionResumedInput<object>, 'session' | 'session_data'>;

/** Returns the number of the first event of a session that is resumed. */
export function firstSeqOf({ seq }: Checkpoint): number {
  return seq + 1 + SEQ_GAP;
}

/** Applies the checkpoint of the options, if there is one, to a config. @throws AntiphonError `checkpoint_invalid` */
export function resumeIfAsked<SessionData extends object>(
  config: SessionConfig<SessionData>,
  { resumeFrom }: Pick<SessionOptions, 'resumeFrom'>,
): SessionConfig<SessionData> {
  return resumeFrom === undefined ? config : resumeConfig(config, parseCheckpoint(resumeFrom));
}

/** Puts the history and the session data of a checkpoint in place of those of a config. Nothing is spoken first. */
function resumeConfig<SessionData extends object>(
  config: SessionConfig<SessionData>,
  checkpoint: Checkpoint,
): SessionConfig<SessionData> {
  const { first_message: _, ...rest } = config;
  return {
    ...rest,
    initial_messages: [...checkpoint.messages, ...createHeard(checkpoint), ...createInterrupted(checkpoint)],
    session_data: parseSessionData(checkpoint) as SessionData,
  };
}

/** Creates the message of what was heard of the reply that was under way. */
function createHeard({ heard }: Checkpoint): readonly HistoryMessage[] {
  return heard === '' ? [] : [createMessage('assistant', heard)];
}

/** Creates the messages of the calls that were under way. */
function createInterrupted(checkpoint: Checkpoint): readonly HistoryMessage[] {
  if (checkpoint.calls.length === 0) return [];
  const results = createResults(checkpoint).map(({ content, tool_call_id }) => ({
    ...createMessage('tool', content),
    tool_call_id,
  }));
  return [{ ...createMessage('assistant', ''), tool_calls: checkpoint.calls }, ...results];
}

function createResults({ calls }: Checkpoint): readonly FunctionResult[] {
  return calls.map(({ id, function: called }) => ({
    tool_call_id: id,
    role: 'tool',
    content: INTERRUPTED,
    function: { name: called.name, arguments: called.arguments },
  }));
}

/** Returns the update that makes the session what it was, and what of it is lost. */
export function restoreUpdates(
  { updates }: Checkpoint,
  functions: Readonly<Record<string, AgentFunction<never>>>,
  tts: TtsConfig,
): { readonly update: SessionUpdate | null; readonly lost: Lost['lost_updates'] } {
  const chosen = updates.functions && pickAll(functions, updates.functions);
  const voice = updates.tts && unmask(updates.tts, tts);
  const lost = [
    ...(updates.functions !== undefined && chosen === undefined ? (['functions'] as const) : []),
    ...(updates.tts !== undefined && (voice === undefined || voice === null) ? (['tts'] as const) : []),
  ];
  const update = {
    ...(updates.instructions !== undefined && { instructions: updates.instructions }),
    ...(chosen && { functions: chosen }),
    ...(voice && { tts: voice }),
  };
  return { update: Object.keys(update).length === 0 ? null : update, lost };
}

/** Returns what `on_session_resumed` gets of a checkpoint. */
export function describeLost(checkpoint: Checkpoint, lost: Lost['lost_updates']): Lost {
  const { unanswered, speaking, heard, dropped_messages } = checkpoint;
  const interrupted_calls = createResults(checkpoint);
  return { unanswered, speaking, heard, interrupted_calls, dropped_messages, lost_updates: lost };
}

function pickAll(
  functions: Readonly<Record<string, AgentFunction<never>>>,
  names: readonly string[],
): Readonly<Record<string, AgentFunction<never>>> | undefined {
  const entries = names.flatMap((name) => (Object.hasOwn(functions, name) ? ([[name, functions[name]]] as const) : []));
  return entries.length === names.length ? (Object.fromEntries(entries) as typeof functions) : undefined;
}

const MASK = '***';

/** Puts the keys of the configured voice in place of the masks; undefined for another provider, or a key that is not there. */
function unmask(masked: Readonly<Record<string, unknown>>, tts: TtsConfig): TtsConfig | undefined {
  if (masked['provider'] !== tts.provider) return undefined;
  let complete = true;
  const fill = (value: unknown, own: unknown): unknown => {
    if (typeof value === 'string' && value.includes(MASK)) {
      complete &&= own !== undefined;
      return own;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [
      name,
      fill(member, (own as Readonly<Record<string, unknown>> | undefined)?.[name]),
    ]);
    return Object.fromEntries(members);
  };
  const filled = fill(masked, tts) as TtsConfig;
  return complete ? filled : undefined;
}
