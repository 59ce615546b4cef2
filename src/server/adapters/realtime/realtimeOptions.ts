import { checkOptions } from '../../../core/checkOptions.ts';
import type { NameSet } from '../../../core/names.ts';
import type { TtsConfig } from '../../../../providers/names.ts';
import { AntiphonError, asAntiphonError } from '../../../core/errors.ts';
import { checkTts as checkVoiceConfig } from '../../../session/updates/parseUpdate.ts';
import type { UpdateSettings } from '../../media/peerUpdates.ts';
import { maxDurationOf, type DurationOption } from '../../common/options.ts';
import { FIRST_VOICE } from './readUpdate.ts';

/** Options for clients of the OpenAI Realtime API. */
export interface RealtimeOptions extends DurationOption {
  /** The settings that a client may change with `session.update`. @default nothing */
  readonly updates?: RealtimeUpdates | undefined;
}

/** The session settings that a client of the OpenAI Realtime API may change. */
export interface RealtimeUpdates {
  /** Whether the client's `instructions` replace those of the agent. @default false */
  readonly instructions?: boolean | undefined;
  /** Whether the agent may call the client's `tools` in addition to its own functions. @default false */
  readonly tools?: boolean | undefined;
  /**
   * Whether the client may add messages of the agent and of the system to the history, and delete messages of the agent
   * that were not heard. @default false
   */
  readonly history?: boolean | undefined;
  /**
   * The voices that the client may select, with the settings of each. `antiphon` is the agent's own voice.
   *
   * @default none
   */
  readonly voices?: Readonly<Record<string, TtsConfig>> | undefined;
}

const OPTIONS: NameSet<keyof RealtimeOptions> = { max_duration: true, updates: true };
const UPDATES: NameSet<keyof RealtimeUpdates> = { instructions: true, tools: true, history: true, voices: true };

export interface RealtimeSettings {
  readonly maxDurationS: number;
  readonly updates: UpdateSettings;
}

/** Checks the option `realtime`. @throws AntiphonError `usage_invalid` */
export function createRealtimeSettings(options: RealtimeOptions): RealtimeSettings {
  checkOptions('realtime', options, OPTIONS);
  const { updates = {} } = options;
  checkOptions('realtime.updates', updates, UPDATES);
  const { instructions = false, tools = false, history = false, voices = {} } = updates;
  for (const [name, value] of Object.entries({ instructions, tools, history }))
    if (typeof value !== 'boolean') refuse(name, `expected true or false, got ${typeof value}`);
  for (const [name, tts] of Object.entries(voices)) checkVoice(name, tts);
  return { maxDurationS: maxDurationOf('realtime', options), updates: { instructions, tools, history, voices } };
}

function checkVoice(name: string, tts: unknown): void {
  if (name === FIRST_VOICE) refuse(`voices.${name}`, "expected another name: this one refers to the agent's own voice");
  try {
    checkVoiceConfig(tts);
  } catch (error) {
    const [issue] = asAntiphonError(error, 'usage_invalid').details.issues ?? [];
    const path = `voices.${name}${issue?.path.replace(/^tts/u, '') ?? ''}`;
    refuse(path, `expected ${issue?.expected}, got ${issue?.got}`);
  }
}

function refuse(field: string, message: string): never {
  const path = `realtime.updates.${field}`;
  throw new AntiphonError('usage_invalid', `${path}: ${message}`, { path });
}
