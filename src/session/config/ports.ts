import { EMPTY, type SchedulerLike } from 'rxjs';
import type { SpeechModelConfig, VadConfig } from '../../../providers/names.ts';
import {
  NOISE_SUPPRESSORS,
  SPEECH_MODELS,
  TURN_MODELS,
  VAD_PROVIDERS,
  type FilledSpeechModel,
  type FilledSttMember,
  type FilledTtsMember,
  type FilledTurnDetection,
  type FilledVad,
  type ProviderEntry,
} from '../../../providers/registry.ts';
import { AntiphonError, type Issue } from '../../core/errors.ts';
import type { SpeechToText, TextToSpeech, VadModel } from '../../core/ports.ts';
import type { SpeechToSpeech } from '../../core/speechToSpeech.ts';
import type { TurnModel } from '../../core/turnModel.ts';
import type { ProviderSettings, SessionSettings } from './config.ts';
import { openStt, openTts, sttEntryOf, ttsEntryOf } from '../../fallback/openFallback.ts';
import { createConfigError } from '../../core/issues.ts';
import { withDeadline, type DeadlineOptions } from '../../stream/withDeadline.ts';

/** Recogniser of a session whose speech model hears the user. */
const NO_STT: SpeechToText = {
  name: 'none',
  sampleRate: 16_000,
  finalTimeoutMs: 0,
  interims: false,
  transcribe: () => EMPTY,
};

/** TTS of a session that never speaks, or whose speech model does. */
const NO_TTS: TextToSpeech = {
  name: 'none',
  sampleRate: 24_000,
  accepts: 'sentences',
  language: 'und',
  synthesize: () => EMPTY,
};

/** The ports of a session. */
export interface Ports {
  readonly vad: VadModel;
  readonly stt: SpeechToText;
  readonly tts: TextToSpeech;
  /** Hears the user and speaks, in place of `llm_response_handler`. Default: the configured `model`, if there is one. */
  readonly speechModel?: SpeechToSpeech | undefined;
  /**
   * Decides when the user's turn ends. Default: the model of `turn_detection`, or the recogniser; without that setting,
   * silence.
   */
  readonly turns?: TurnModel | undefined;
}

/** The application's ports. Functions among them are called when the session is created, and return the port. */
export type GivenPorts = { readonly [Name in keyof Ports]?: Ports[Name] | ((session: never) => unknown) | undefined };

/**
 * Creates the configured ports that `own` does not replace. Heavy resources are loaded on subscription. `scheduler`
 * times whatever waits for a provider, except the provider itself.
 *
 * @throws AntiphonError `config_invalid` if the recogniser has to find the ends of turns but cannot
 */
export function openPorts(settings: SessionSettings, own: Partial<Ports> = {}, scheduler?: SchedulerLike): Ports {
  const missing = findMissingTurns(settings, own);
  if (missing.length > 0) throw createConfigError(missing);
  const { providers, turnDetection, transcriptionOnly } = settings;
  return {
    vad: own.vad ?? vadEntryOf(providers.vad).create(providers.vad),
    stt: own.stt ?? (providers.stt ? openStt(providers.stt, scheduler) : NO_STT),
    tts: own.tts ?? (providers.tts && !transcriptionOnly ? openTts(providers.tts, scheduler) : NO_TTS),
    speechModel: openSpeechModel(providers.model, own),
    turns: own.turns ?? turnDetection?.model,
  };
}

/** Opens the configured speech model, or takes the application's in its place. */
function openSpeechModel(model: FilledSpeechModel | undefined, own: Partial<Ports>): SpeechToSpeech | undefined {
  return model && (own.speechModel ?? speechModelEntryOf(model).create(model));
}

/**
 * Checks the settings with the configured providers that `own` does not replace.
 *
 * @throws (rejects with) AntiphonError `config_invalid` with all faults; `provider_unavailable` for a provider whose
 *   package is not installed, with its part of the config as `details.path`; `config_timeout` after 10 s;
 *   `config_failed` if `left` fires
 */
export async function verifyConfig(
  settings: SessionSettings,
  own: GivenPorts = {},
  deadline: DeadlineOptions = {},
): Promise<void> {
  const checks = listChecks(settings, own);
  const pending = new Set(checks.map(({ part }) => part));
  const issues = await withDeadline(
    (signal) =>
      Promise.all(
        checks.map(async ({ part, check }) => {
          const found = await check(signal).catch((error: unknown) => {
            throw addPath(error, part);
          });
          pending.delete(part);
          return found.map((issue) => ({ ...issue, path: `${part}.${issue.path}` }));
        }),
      ),
    () => `the check of the settings of ${[...pending].join(', ')}`,
    deadline,
  );
  const found = [...issues.flat(), ...findMissingTurns(settings, own)];
  if (found.length > 0) throw createConfigError(found);
}

/** The check of a part of the config by its provider. */
interface Check {
  readonly part: string;
  readonly check: (signal: AbortSignal) => Promise<readonly Issue[]>;
}

function listChecks(settings: SessionSettings, own: GivenPorts): readonly Check[] {
  const checks = selectProviders(settings, own).flatMap(({ part, entry, settings: configured }) =>
    entry.verify === undefined
      ? []
      : [{ part, check: async (signal: AbortSignal) => (await entry.verify?.(configured, signal)) ?? [] }],
  );
  const { noiseSuppression } = settings;
  if (noiseSuppression === 'none') return checks;
  const check = async (): Promise<readonly Issue[]> => {
    await NOISE_SUPPRESSORS[noiseSuppression].verify();
    return [];
  };
  return [...checks, { part: 'noise_suppression', check }];
}

/** Returns whether the recogniser has to find the ends of turns. */
export function takesTurnsOfStt(
  { turnDetection, pushToTalk }: SessionSettings,
  { turns }: Pick<GivenPorts, 'turns'>,
): boolean {
  return !pushToTalk && turns === undefined && turnDetection?.configured.provider === 'stt';
}

/** Finds a recogniser that has to find the ends of turns but cannot. */
export function findMissingTurns(settings: SessionSettings, own: GivenPorts): readonly Issue[] {
  if (!takesTurnsOfStt(settings, own) || typeof own.stt === 'function') return [];
  const stt = own.stt ?? (settings.providers.stt && openStt(settings.providers.stt, undefined));
  if (stt === undefined || stt.turns === true) return [];
  const expected =
    'another provider than "stt", or a recogniser that finds the ends of turns, such as STT.Deepgram with model "flux-general-en"';
  const got = `${stt.name}${stt.model === undefined ? '' : ` with model ${JSON.stringify(stt.model)}`}`;
  return [{ path: 'turn_detection.provider', expected, got }];
}

/** A configured provider, and the part of the config that names it. */
export interface ConfiguredProvider {
  /** `vad`, `stt`, `tts`, `model`, `turn_detection`, or a member of a fallback, such as `stt.members[0]`. */
  readonly part: string;
  readonly entry: ProviderEntry<unknown, ConfiguredProvider['settings'], unknown>;
  readonly settings: FilledVad | FilledSttMember | FilledTtsMember | FilledSpeechModel | FilledTurnDetection;
}

/** Selects the configured providers that `own` does not replace; for a fallback, its members. */
export function selectProviders(
  { providers: { vad, stt, tts, model }, turnDetection, transcriptionOnly }: SessionSettings,
  own: GivenPorts,
): readonly ConfiguredProvider[] {
  return [
    ...(own.vad ? [] : [{ part: 'vad', entry: vadEntryOf(vad), settings: vad }]),
    ...(own.stt || stt === undefined
      ? []
      : membersOf('stt', stt).map((member) => ({ ...member, entry: sttEntryOf(member.settings) }))),
    ...(own.tts || transcriptionOnly || tts === undefined
      ? []
      : membersOf('tts', tts).map((member) => ({ ...member, entry: ttsEntryOf(member.settings) }))),
    ...(own.speechModel || model === undefined
      ? []
      : [{ part: 'model', entry: speechModelEntryOf(model), settings: model }]),
    ...(turnDetection === undefined || own.turns ? [] : [selectTurnModel(turnDetection.configured)]),
  ];
}

/** Lists the members of a fallback, or the single configured provider. */
function membersOf<Member extends { readonly provider: string }>(
  part: string,
  settings: Member | { readonly provider: 'fallback'; readonly members: readonly Member[] },
): readonly { readonly part: string; readonly settings: Member }[] {
  if (!('members' in settings)) return [{ part, settings }];
  return settings.members.map((member, at) => ({ part: `${part}.members[${at}]`, settings: member }));
}

function selectTurnModel(settings: FilledTurnDetection): ConfiguredProvider {
  return { part: 'turn_detection', entry: TURN_MODELS[settings.provider], settings };
}

function vadEntryOf({ provider }: ProviderSettings['vad']): ProviderEntry<VadConfig, FilledVad, VadModel> {
  return VAD_PROVIDERS[provider];
}

function speechModelEntryOf({
  provider,
}: FilledSpeechModel): ProviderEntry<SpeechModelConfig, FilledSpeechModel, SpeechToSpeech> {
  return SPEECH_MODELS[provider];
}

/** Adds the path of the part of the config, which a provider does not know. */
function addPath(error: unknown, path: string): unknown {
  if (!(error instanceof AntiphonError) || error.code !== 'provider_unavailable') return error;
  return new AntiphonError(error.code, `${path}: ${error.message}`, { ...error.details, path, cause: error });
}
