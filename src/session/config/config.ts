import {
  STT_PROVIDERS,
  TURN_MODELS,
  type FilledSpeechModel,
  type FilledStt,
  type FilledSttMember,
  type FilledTts,
  type FilledTurnDetection,
  type FilledVad,
  type ProviderEntry,
  type SttEntry,
} from '../../../providers/registry.ts';
import type { ReplyRequest } from '../../core/speech.ts';
import type { TurnDetectionConfig } from '../../../providers/names.ts';
import type { DigitsOptions } from '../../../operators/digits.ts';
import type { UserAwayOptions } from '../../../operators/userAway.ts';
import type { HistoryMessage } from '../../core/message.ts';
import type { TurnModel } from '../../core/turnModel.ts';
import { createPhrases, type Phrases } from '../../core/phrases/createPhrases.ts';
import type { FillerFunction } from './filler.ts';
import { createConfigError, describeExpected, collectIssues } from '../../core/issues.ts';
import { findMissingProviders, findModelFaults } from './speechModel.ts';
import { sessionConfigSchema, type FilledConfig, type NoiseSuppression } from './schema.ts';

export type { SessionConfig } from './schema.ts';

/** A checked config with defaults filled in and times in ms. */
export interface SessionSettings {
  readonly initialMessages: readonly HistoryMessage[];
  readonly providers: ProviderSettings;
  readonly vad: VadSettings;
  /** The configured object itself. */
  readonly sessionData: object;
  /** Undefined also for `""`. */
  readonly firstMessage: string | undefined;
  readonly greeting: ReplyRequest | undefined;
  readonly allowInterruptions: boolean;
  readonly interruptTimeThresholdMs: number;
  readonly interruptWordThreshold: number;
  readonly minEndpointingDelayMs: number;
  /** Undefined: silence alone ends a turn. */
  readonly turnDetection: TurnSettings | undefined;
  readonly preemptiveGeneration: boolean;
  /** May be true without preemptive generation; it then has no effect. */
  readonly preemptiveTts: boolean;
  /** Undefined: the threshold of the turn model applies. */
  readonly eagerThreshold: number | undefined;
  readonly maxNestedFunctionCalls: number;
  readonly resumeAfterFalseInterruption: boolean;
  readonly phrases: Phrases;
  readonly ignoreEcho: boolean;
  /** Names of tags whose content is neither spoken nor stored. */
  readonly hiddenTags: readonly string[];
  /** Undefined: no filler. */
  readonly filler: FillerSettings | undefined;
  /** Text that the agent says after a failure; undefined: nothing. */
  readonly failureMessage: string | undefined;
  /** Undefined: never. */
  readonly userAway: UserAwaySettings | undefined;
  readonly digits: DigitsSettings;
  readonly pushToTalk: boolean;
  readonly pushToTalkInterrupts: boolean;
  /** True if turns are answered only on request. */
  readonly respondOnRequest: boolean;
  /** True if the session neither answers nor speaks. */
  readonly transcriptionOnly: boolean;
  readonly noiseSuppression: NoiseSuppression;
  /** Undefined: text is spoken as written. */
  readonly spoken: SpokenSettings | undefined;
}

/** Settings for the conversion of text to its spoken form. */
export interface SpokenSettings {
  readonly normalize: boolean;
  readonly dictionary: Readonly<Record<string, string>>;
}

/** Settings of the providers, with the names and units of the configuration. */
export interface ProviderSettings {
  readonly vad: FilledVad;
  /** Undefined if a speech model hears the user without it. */
  readonly stt: FilledStt | undefined;
  /** Undefined if a speech model speaks without it. */
  readonly tts: FilledTts | undefined;
  readonly model: FilledSpeechModel | undefined;
}

/** Options of the `turnEnd` operator. */
export interface TurnSettings {
  /** Undefined: the recogniser finds the ends of turns. */
  readonly model: TurnModel | undefined;
  /** The value in the config. */
  readonly configured: FilledTurnDetection;
  readonly threshold?: number | undefined;
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
  readonly timeoutMs: number;
  readonly language: string | undefined;
}

/** Settings of the text that the agent says when its answer is slow. */
export interface FillerSettings {
  /** The text, or the function that returns it. */
  readonly text: string | FillerFunction;
  readonly delayMs: number;
}

/** Options of the `userAway` operator. */
export type UserAwaySettings = Required<Pick<UserAwayOptions, 'timeoutMs' | 'times'>>;

/** Options of the `digits` operator. */
export type DigitsSettings = Required<Omit<DigitsOptions, 'scheduler'>>;

/** Options of the `vad` operator. */
export interface VadSettings {
  readonly minSpeechMs: number;
  readonly minSilenceMs: number;
  readonly prefixPaddingMs: number;
  readonly maxBufferedSpeechMs: number;
  readonly activationThreshold: number;
}

/**
 * Checks a config, fills in the defaults and converts seconds to ms.
 *
 * @throws AntiphonError `config_invalid` with all faults in `details.issues`. Secrets are masked.
 */
export function parseConfig(input: unknown): SessionSettings {
  const parsed = sessionConfigSchema().safeParse(input, { error: describeExpected });
  const issues = [...findMissingProviders(input), ...(parsed.success ? [] : collectIssues(parsed.error, input))];
  if (parsed.success) issues.push(...findModelFaults(parsed.data));
  if (!parsed.success || issues.length > 0) throw createConfigError(issues);
  return createSettings(parsed.data);
}

function createSettings(config: FilledConfig): SessionSettings {
  const { vad, stt, tts, model, first_message } = config;
  return {
    initialMessages: config.initial_messages,
    providers: { vad, stt, tts, model },
    vad: createVadSettings(vad),
    sessionData: config.session_data,
    firstMessage: first_message === '' || config.transcription_only ? undefined : first_message,
    greeting: config.transcription_only ? undefined : config.greeting,
    allowInterruptions: config.allow_interruptions,
    interruptTimeThresholdMs: toMs(config.interrupt_time_threshold),
    interruptWordThreshold: Math.max(config.interrupt_word_threshold, config.ignore_echo ? 1 : 0),
    minEndpointingDelayMs: toMs(config.min_endpointing_delay),
    turnDetection: config.turn_detection && createTurnSettings(config.turn_detection, stt),
    preemptiveGeneration: config.preemptive_generation && !config.transcription_only,
    preemptiveTts: config.preemptive_tts,
    eagerThreshold: config.eager_threshold,
    maxNestedFunctionCalls: config.max_nested_function_calls,
    resumeAfterFalseInterruption: config.resume_after_false_interruption,
    phrases: createPhrases({
      backchannels: config.backchannels,
      interruptPhrases: config.interrupt_phrases,
      remarks: config.remarks,
      languages: listLanguages(stt),
    }),
    ignoreEcho: config.ignore_echo,
    hiddenTags: config.hidden_tags,
    filler:
      isNoText(config.filler) || config.transcription_only
        ? undefined
        : { text: config.filler, delayMs: toMs(config.filler_delay) },
    failureMessage: createFailureMessage(config),
    userAway:
      config.user_away_timeout === 0 || config.transcription_only
        ? undefined
        : { timeoutMs: toMs(config.user_away_timeout), times: config.user_away_times },
    digits: {
      terminator: config.digits.terminator,
      timeoutMs: toMs(config.digits.timeout),
      max: config.digits.max_digits,
    },
    spoken: createSpokenSettings(config),
    pushToTalk: config.push_to_talk,
    pushToTalkInterrupts: config.push_to_talk_interrupts && config.allow_interruptions,
    respondOnRequest: config.respond_on_request,
    transcriptionOnly: config.transcription_only,
    noiseSuppression: config.noise_suppression,
  };
}

function createSpokenSettings(config: FilledConfig): SpokenSettings | undefined {
  const { normalize_for_speech: normalize, pronunciation_dictionary: dictionary } = config;
  return normalize || Object.keys(dictionary).length > 0 ? { normalize, dictionary } : undefined;
}

function createFailureMessage({ on_failure_message, transcription_only }: FilledConfig): string | undefined {
  return transcription_only ? undefined : on_failure_message?.trim() || undefined;
}

function isNoText(filler: string | FillerFunction): boolean {
  return typeof filler === 'string' && filler.trim() === '';
}

function createTurnSettings(turns: FilledTurnDetection, stt: FilledStt | undefined): TurnSettings {
  const entry: ProviderEntry<TurnDetectionConfig, FilledTurnDetection, TurnModel | undefined> =
    TURN_MODELS[turns.provider];
  const model = turns.provider === 'stt' ? undefined : turns;
  return {
    model: entry.create(turns),
    configured: turns,
    ...(model !== undefined && { threshold: model.threshold, thresholds: model.thresholds }),
    minDelayMs: toMs(turns.min_delay),
    maxDelayMs: toMs(turns.max_delay),
    timeoutMs: toMs(turns.timeout),
    language: model?.language ?? listLanguages(stt)[0],
  };
}

function listLanguages(stt: FilledStt | undefined): readonly string[] {
  const first = stt?.provider === 'fallback' ? stt.members[0] : stt;
  if (first === undefined) return [];
  const entry: SttEntry<unknown, FilledSttMember> = STT_PROVIDERS[first.provider];
  return entry.listLanguages(first);
}

function createVadSettings(vad: FilledVad): VadSettings {
  return {
    minSpeechMs: toMs(vad.min_speech_duration),
    minSilenceMs: toMs(vad.min_silence_duration),
    prefixPaddingMs: toMs(vad.prefix_padding_duration),
    maxBufferedSpeechMs: toMs(vad.max_buffered_speech),
    activationThreshold: vad.activation_threshold,
  };
}

/** Converts seconds to ms, rounded to the microsecond: 1.001 s are 1001 ms, not 1000.9999999999999. */
function toMs(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e3;
}
