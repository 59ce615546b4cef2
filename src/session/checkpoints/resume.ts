import { createResult, INTERRUPTED } from '../../core/callResult.ts';
import type { Checkpoint, RunningBackgroundCall } from '../../core/checkpoint.ts';
import type { FunctionCall, FunctionResult, HistoryMessage } from '../../core/message.ts';
import type { SttConfig, TtsConfig } from '../../../providers/names.ts';
import type { Agent, OnSessionResumedInput } from '../agent.ts';
import type { AgentFunction, SessionUpdate } from '../sessionControl.ts';
import type { SessionConfig } from '../config/config.ts';
import { isWrittenFunction } from '../config/filler.ts';
import { HANDOFF, type ChangedAgent } from '../handOffChange.ts';
import { createFinal, createMessage } from '../history.ts';
import type { SessionOptions } from '../session.ts';
import { parseCheckpoint, parseSessionData } from './parseCheckpoint.ts';

/** More events than a session emits between two checkpoints, so that no number of the lost part is reused. */
export const SEQ_GAP = 1000;

/** The lost state of a checkpoint, as reported to `on_session_resumed`. */
export type Lost = Omit<OnSessionResumedInput<object>, 'session' | 'session_data'>;

/** Returns the number of the first event of a resumed session. */
export function firstSeqOf({ seq }: Checkpoint): number {
  return seq + 1 + SEQ_GAP;
}

/** Applies the checkpoint of the options, if any, to a config. @throws AntiphonError `checkpoint_invalid` */
export function resumeIfAsked<SessionData extends object>(
  config: SessionConfig<SessionData>,
  { resumeFrom }: Pick<SessionOptions, 'resumeFrom'>,
): SessionConfig<SessionData> {
  return resumeFrom === undefined ? config : resumeConfig(config, parseCheckpoint(resumeFrom));
}

/** Replaces the history and the session data of a config with those of a checkpoint, and removes the first message. */
function resumeConfig<SessionData extends object>(
  config: SessionConfig<SessionData>,
  checkpoint: Checkpoint,
): SessionConfig<SessionData> {
  const { first_message: _, greeting: __, ...rest } = config;
  return {
    ...rest,
    initial_messages: messagesOf(checkpoint),
    session_data: parseSessionData(checkpoint) as SessionData,
  };
}

/** Returns the history of a session resumed from a checkpoint. */
export function messagesOf(checkpoint: Checkpoint): readonly HistoryMessage[] {
  return [
    ...checkpoint.messages,
    ...createHeard(checkpoint),
    ...createInterrupted(checkpoint),
    ...listBackground(checkpoint).flatMap((call) => createFinal(createResult(call, INTERRUPTED))),
  ];
}

/** Creates the message with the heard part of the unfinished reply. */
function createHeard({ heard }: Checkpoint): readonly HistoryMessage[] {
  return heard === '' ? [] : [createMessage('assistant', heard)];
}

/** Creates the messages of the calls that were running. */
function createInterrupted(checkpoint: Checkpoint): readonly HistoryMessage[] {
  if (checkpoint.calls.length === 0) return [];
  const results = createResults(checkpoint.calls).map(({ content, tool_call_id }) => ({
    ...createMessage('tool', content),
    tool_call_id,
  }));
  return [{ ...createMessage('assistant', ''), tool_calls: checkpoint.calls }, ...results];
}

function createResults(calls: readonly FunctionCall[]): readonly FunctionResult[] {
  return calls.map((call) => createResult(call, INTERRUPTED));
}

function listBackground({ background = [] }: Checkpoint): readonly RunningBackgroundCall[] {
  return background;
}

/**
 * Returns the words of the user whose answer is unfinished; empty if the agent has to reply to a call that was lost in
 * the background; null: it has nothing to say.
 */
export function unansweredOf(checkpoint: Checkpoint): string | null {
  const isReplyDue = listBackground(checkpoint).some(({ policy }) => policy !== 'silent');
  return checkpoint.unanswered ?? (isReplyDue ? '' : null);
}

/** Returns the update that restores the changes of the session, and the names of the lost ones. */
export function restoreUpdates(
  checkpoint: Checkpoint,
  first: Pick<Agent<never>, 'functions' | 'agents'>,
  config: Pick<SessionConfig<object>, 'tts' | 'stt'>,
): { readonly update: SessionUpdate | null; readonly lost: Lost['lost_updates'] } {
  const { updates } = checkpoint;
  const agent = updates.agent === undefined ? undefined : findAgent(updates.agent, first);
  const functions = (agent ?? first).functions ?? {};
  const { functions: names, tts: voice, stt: recogniser, settings, language, instructions } = updates;
  const restored = {
    agent,
    functions: names && pickAll(functions, names),
    tts: voice && config.tts && unmask(voice, config.tts),
    stt: recogniser && config.stt && unmask(recogniser, config.stt),
  };
  const kept = dropFunction(settings);
  const lost: Lost['lost_updates'] = [
    ...RESTORED.filter((name) => updates[name] !== undefined && !restored[name]),
    ...(kept === settings ? [] : (['filler'] as const)),
  ];
  const { agent: _, ...fields } = restored;
  const handoff = agent && { [HANDOFF]: describeKept(agent, checkpoint) };
  const update = { ...dropUndefined({ ...kept, language, instructions, ...dropNull(fields) }), ...handoff };
  return { update: Reflect.ownKeys(update).length === 0 ? null : update, lost };
}

/** Returns the settings without a filler function, whose code is not in the checkpoint. */
function dropFunction(settings: Checkpoint['updates']['settings']): Checkpoint['updates']['settings'] {
  if (!isWrittenFunction(settings?.['filler'])) return settings;
  const { filler: _, ...others } = settings;
  return others;
}

const RESTORED = ['functions', 'tts', 'stt', 'agent'] as const;

function findAgent(name: string, { agents = [] }: Pick<Agent<never>, 'agents'>): Agent | undefined {
  return agents.find((other) => other.name === name) as Agent | undefined;
}

/** Describes a handoff to an agent that keeps the history of the checkpoint. */
function describeKept(agent: Agent, checkpoint: Checkpoint): ChangedAgent {
  const name = agent.name ?? '';
  return { agent, name, sessionData: parseSessionData(checkpoint), messages: [], history: 'kept' };
}

function dropUndefined(fields: object): SessionUpdate {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function dropNull(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Returns the values of a checkpoint for `on_session_resumed`. */
export function describeLost(checkpoint: Checkpoint, lost: Lost['lost_updates']): Lost {
  const { unanswered, speaking, heard, dropped_messages } = checkpoint;
  const interrupted_calls = createResults([...checkpoint.calls, ...listBackground(checkpoint)]);
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

/**
 * Replaces masked keys with those of the configured port. Returns undefined for another provider, or if a key is
 * missing.
 */
function unmask<Config extends TtsConfig | SttConfig>(
  masked: Readonly<Record<string, unknown>>,
  configured: Config,
): Config | undefined {
  if (masked['provider'] !== configured.provider) return undefined;
  let complete = true;
  const fill = (value: unknown, own: unknown): unknown => {
    if (typeof value === 'string' && value.includes(MASK)) {
      complete &&= own !== undefined;
      return own;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value))
      return value.map((member, at) => fill(member, (own as readonly unknown[] | undefined)?.[at]));
    // A member of a fallback must not receive the key of another vendor.
    if ('provider' in value) complete &&= value.provider === (own as Partial<TtsConfig> | undefined)?.provider;
    const members = Object.entries(value).map(([name, member]) => [
      name,
      fill(member, (own as Readonly<Record<string, unknown>> | undefined)?.[name]),
    ]);
    return Object.fromEntries(members);
  };
  const filled = fill(masked, configured) as Config;
  return complete ? filled : undefined;
}
