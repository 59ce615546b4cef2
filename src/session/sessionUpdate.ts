import type { SpeechToText, TextToSpeech } from '../core/ports.ts';
import type { ChangedFunctions } from './sessionControl.ts';
import type { ChangedAgent, WrittenHandoff } from './handOffChange.ts';
import type { SessionSettings } from './config/config.ts';
import type { FloorEvent, FloorSettings } from './floor/types.ts';

/** A port that replaces one of the session. */
export interface ChangedPort<Port> {
  readonly port: Port;
  /** Its settings, with masked keys; undefined for a port of the application. */
  readonly config: Readonly<Record<string, unknown>> | undefined;
}

/** Settings that replace those of the session. */
export interface ChangedConfig {
  /** The current value of all settings that affect the rules of the floor. */
  readonly floor: FloorSettings;
  /** The changed settings, as in the config; null: the config does not have the setting. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly language?: string | undefined;
}

/** A change with the current value of all settings. */
export interface CheckedConfig extends ChangedConfig {
  readonly settings: SessionSettings;
}

/** A checked update. */
export interface SessionChange {
  readonly instructions?: string | undefined;
  readonly functions?: ChangedFunctions | undefined;
  readonly tts?: ChangedPort<TextToSpeech> | undefined;
  readonly stt?: ChangedPort<SpeechToText> | undefined;
  readonly config?: ChangedConfig | undefined;
  readonly handoff?: ChangedAgent | undefined;
}

/** An event that changes the session from its next reply, and from the user's next turn. */
export interface UpdateEvent {
  readonly kind: 'update';
  readonly change: SessionChange;
}

/** An event of the conversation, or a change of the session itself. */
export type InboxEvent = FloorEvent | UpdateEvent;

/** An update as it is recorded. */
export interface WrittenUpdate {
  readonly kind: 'update';
  readonly instructions?: string | undefined;
  /** The names of the functions. */
  readonly functions?: readonly string[] | undefined;
  readonly tts?: WrittenPort<WrittenTts> | undefined;
  readonly stt?: WrittenPort<WrittenStt> | undefined;
  /** Other settings, as in the config; null: the initial value. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly language?: string | undefined;
  /** The agent that answers from then on. */
  readonly handoff?: WrittenHandoff | undefined;
}

export interface WrittenPort<Port> {
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly port: Port;
}

/** The parameters of a TTS port. */
export interface WrittenTts {
  readonly name: string;
  readonly model?: string | undefined;
  readonly sampleRate: number;
  readonly accepts: 'sentences' | 'tokens';
  readonly language: string;
  readonly keepsWarm: boolean;
}

/** The parameters of a recogniser. */
export interface WrittenStt {
  readonly name: string;
  /** Absent if the provider names none, and in recordings of earlier versions. */
  readonly model?: string | undefined;
  readonly sampleRate: number;
  readonly finalTimeoutMs: number;
  readonly interims: boolean;
  /** True if it may hold words back. Absent: false. */
  readonly delaysInterims?: boolean | undefined;
  /** True if it can find the ends of turns. Absent: false. */
  readonly turns?: boolean | undefined;
}

/** Describes an update for a recording. */
export function writeUpdate({ instructions, functions, tts, stt, config, handoff }: SessionChange): WrittenUpdate {
  const { written = {}, language } = config ?? {};
  return {
    kind: 'update',
    ...(instructions !== undefined && { instructions }),
    ...(functions && { functions: Object.keys(functions) }),
    ...(tts && { tts: writePort(tts, writeTts(tts.port)) }),
    ...(stt && { stt: writePort(stt, writeStt(stt.port)) }),
    ...(Object.keys(written).length > 0 && { settings: written }),
    ...(language !== undefined && { language }),
    ...(handoff && { handoff: writeHandoff(handoff) }),
  };
}

function writeHandoff({ name, messages, history, summary, tool_call_id }: ChangedAgent): WrittenHandoff {
  return {
    name,
    messages,
    history,
    ...(summary !== undefined && { summary }),
    ...(tool_call_id !== undefined && { tool_call_id }),
  };
}

function writePort<Written>({ config }: ChangedPort<unknown>, port: Written): WrittenPort<Written> {
  return { ...(config && { config }), port };
}

/** Describes a TTS port for a recording. */
export function writeTts({ name, model, sampleRate, accepts, language, keepWarm }: TextToSpeech): WrittenTts {
  return { name, model, sampleRate, accepts, language, keepsWarm: keepWarm !== undefined };
}

/** Describes a recogniser for a recording. */
export function writeStt(stt: SpeechToText): WrittenStt {
  const { name, model, sampleRate, finalTimeoutMs, interims, delaysInterims, turns } = stt;
  const abilities = { ...(delaysInterims === true && { delaysInterims }), ...(turns === true && { turns }) };
  return { name, model, sampleRate, finalTimeoutMs, interims, ...abilities };
}
