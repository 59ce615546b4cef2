import type { TtsConfig } from '../../../providers/names.ts';
import type { PeerUpdate, UpdateRules } from '../../core/mediaAdapter.ts';
import type { Tool } from '../../core/message.ts';
import { loadZod } from '../../core/zod.ts';
import type { AgentFunction, ChangedFunctions, SessionUpdate } from '../../session/sessionControl.ts';

/** The settings that a session's client may change. */
export interface UpdateSettings {
  readonly instructions: boolean;
  readonly tools: boolean;
  /** Whether it may add messages to the history, and delete what was not heard. */
  readonly history: boolean;
  /** The settings of each voice that the client may select. */
  readonly voices: Readonly<Record<string, TtsConfig>>;
}

export interface PeerUpdatesOptions extends UpdateSettings {
  /** The functions of the agent. */
  readonly functions: ChangedFunctions;
}

/** The changes that a client makes to its session. */
export interface PeerUpdates {
  readonly rules: UpdateRules;
  /** Converts an update to a session update. The client's tools become functions that wait for its results. */
  toSessionUpdate(update: PeerUpdate): SessionUpdate;
  /** Handles the result of a call. Results of settled calls are ignored. */
  settle(id: string, content: string): void;
}

export function createPeerUpdates({
  functions,
  voices,
  instructions,
  tools,
  history,
}: PeerUpdatesOptions): PeerUpdates {
  const waiting = new Map<string, (content: string) => void>();
  const execute: AgentFunction<object>['execute'] = (_args, { tool_call_id: id, signal }) =>
    new Promise<string>((resolve) => {
      waiting.set(id, resolve);
      signal.addEventListener('abort', () => waiting.delete(id), { once: true });
    });
  return {
    rules: { instructions, tools, history, voices: Object.keys(voices), functions: Object.keys(functions) },
    toSessionUpdate: (update) => ({
      instructions: update.instructions,
      functions: update.tools && { ...toFunctions(update.tools, execute), ...functions },
      ...toTurnSettings(update.manualTurns),
      tts: typeof update.voice === 'string' ? voices[update.voice] : update.voice,
    }),
    settle: (id, content) => {
      waiting.get(id)?.(content);
      waiting.delete(id);
    },
  };
}

/** Returns the turn settings. A client that ends turns itself also interrupts the agent itself. */
function toTurnSettings(isManual: boolean | undefined): SessionUpdate {
  if (isManual === undefined) return {};
  if (!isManual) return { push_to_talk: null, push_to_talk_interrupts: null, respond_on_request: null };
  return { push_to_talk: true, push_to_talk_interrupts: false, respond_on_request: true };
}

/** Converts tools to functions. The client validates the arguments itself. */
function toFunctions(tools: readonly Tool[], execute: AgentFunction<object>['execute']): ChangedFunctions {
  const parameters = loadZod().looseObject({});
  const common = { parameters, uninterruptible: false, timeout: TIMEOUT_S, execute };
  return Object.fromEntries(
    tools.map(({ function: { name, description = '', parameters: json_schema } }) => [
      name,
      { ...common, description, json_schema },
    ]),
  );
}

/** Time limit for the client's result, in seconds. */
const TIMEOUT_S = 30;
