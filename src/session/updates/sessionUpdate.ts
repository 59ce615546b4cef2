import type { TextToSpeech } from '../../core/ports.ts';
import type { ChangedFunctions } from '../agent.ts';

/** A voice that replaces the one of the session. */
export interface ChangedTts {
  readonly port: TextToSpeech;
  /** Its settings, with masked keys; undefined for a port of the application's own. */
  readonly config: Readonly<Record<string, unknown>> | undefined;
}

/** A checked update. */
export interface SessionChange {
  readonly instructions?: string | undefined;
  readonly functions?: ChangedFunctions | undefined;
  readonly tts?: ChangedTts | undefined;
}

/** Tells the graph to change the session with its next reply. */
export interface UpdateEvent {
  readonly kind: 'update';
  readonly change: SessionChange;
}

/** An update as it is recorded. */
export interface WrittenUpdate {
  readonly kind: 'update';
  readonly instructions?: string | undefined;
  /** The names of the functions. */
  readonly functions?: readonly string[] | undefined;
  readonly tts?:
    | { readonly config?: Readonly<Record<string, unknown>> | undefined; readonly port: WrittenTts }
    | undefined;
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

/** Describes an update for a recording. */
export function writeUpdate({ instructions, functions, tts }: SessionChange): WrittenUpdate {
  return {
    kind: 'update',
    ...(instructions !== undefined && { instructions }),
    ...(functions && { functions: Object.keys(functions) }),
    ...(tts && { tts: { ...(tts.config && { config: tts.config }), port: writeTts(tts.port) } }),
  };
}

/** Describes a TTS port for a recording. */
export function writeTts({ name, model, sampleRate, accepts, language, keepWarm }: TextToSpeech): WrittenTts {
  return { name, model, sampleRate, accepts, language, keepsWarm: keepWarm !== undefined };
}
