import type { FilledStt, FilledTts, FilledVad } from '../../providers/registry.ts';
import type { HistoryMessage } from '../core/message.ts';
import { createConfigError, describeExpected, collectIssues } from './config/issues.ts';
import { sessionConfigSchema, type FilledConfig } from './config/schema.ts';

export type { SessionConfig } from './config/schema.ts';

/** A checked config as the session reads it: defaults applied, times in ms. */
export interface SessionSettings {
  readonly initialMessages: readonly HistoryMessage[];
  /** What the providers are opened with. */
  readonly providers: ProviderSettings;
  readonly vad: VadSettings;
  /** The live object that was configured. */
  readonly sessionData: object;
  /** Absent also where `""` was configured. */
  readonly firstMessage: string | undefined;
  readonly allowInterruptions: boolean;
  readonly interruptTimeThresholdMs: number;
  readonly interruptWordThreshold: number;
  readonly minEndpointingDelayMs: number;
  readonly maxNestedFunctionCalls: number;
  readonly resumeAfterFalseInterruption: boolean;
}

/** Settings that are the providers' own business: names and units stay those of the configuration. */
export interface ProviderSettings {
  readonly vad: FilledVad;
  readonly stt: FilledStt;
  readonly tts: FilledTts;
}

/** What the `vad` operator wants to know beside its model. */
export interface VadSettings {
  readonly minSpeechMs: number;
  readonly minSilenceMs: number;
  readonly prefixPaddingMs: number;
  readonly maxBufferedSpeechMs: number;
  readonly activationThreshold: number;
}

/**
 * Checks what `configure_session` returned, fills in the defaults and turns seconds into ms.
 *
 * @throws AntiphonError `config_invalid`, with all faults at once in `details.issues`. No secret is shown in any of them.
 */
export function parseConfig(input: unknown): SessionSettings {
  const parsed = sessionConfigSchema.safeParse(input, { error: describeExpected });
  if (!parsed.success) throw createConfigError(collectIssues(parsed.error, input));
  return settingsOf(parsed.data);
}

function settingsOf(config: FilledConfig): SessionSettings {
  const { vad, stt, tts, first_message } = config;
  return {
    initialMessages: config.initial_messages,
    providers: { vad, stt, tts },
    vad: vadSettingsOf(vad),
    sessionData: config.session_data,
    firstMessage: first_message === '' ? undefined : first_message,
    allowInterruptions: config.allow_interruptions,
    interruptTimeThresholdMs: msOf(config.interrupt_time_threshold),
    interruptWordThreshold: config.interrupt_word_threshold,
    minEndpointingDelayMs: msOf(config.min_endpointing_delay),
    maxNestedFunctionCalls: config.max_nested_function_calls,
    resumeAfterFalseInterruption: config.resume_after_false_interruption,
  };
}

function vadSettingsOf(vad: FilledVad): VadSettings {
  return {
    minSpeechMs: msOf(vad.min_speech_duration),
    minSilenceMs: msOf(vad.min_silence_duration),
    prefixPaddingMs: msOf(vad.prefix_padding_duration),
    maxBufferedSpeechMs: msOf(vad.max_buffered_speech),
    activationThreshold: vad.activation_threshold,
  };
}

/** To the microsecond: 1.001 s are 1001 ms, not 1000.9999999999999. */
function msOf(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e3;
}
