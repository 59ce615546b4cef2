import type { SchedulerLike } from 'rxjs';
import type { VadConfig } from '../../../providers/names.ts';
import {
  TURN_MODELS,
  VAD_PROVIDERS,
  type FilledSttMember,
  type FilledTtsMember,
  type FilledTurnDetection,
  type FilledVad,
  type ProviderEntry,
} from '../../../providers/registry.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { SpeechToText, TextToSpeech, VadModel } from '../../core/ports.ts';
import type { TurnModel } from '../../core/turnModel.ts';
import type { ProviderSettings, SessionSettings } from '../config.ts';
import { openStt, openTts, sttEntryOf, ttsEntryOf } from '../fallback/openFallback.ts';
import { createConfigError } from './issues.ts';

/** The ports of a session. */
export interface Ports {
  readonly vad: VadModel;
  readonly stt: SpeechToText;
  readonly tts: TextToSpeech;
  /** Decides when the user's turn ends. Default: the model of `turn_detection`; without it, silence. */
  readonly turns?: TurnModel | undefined;
}

/**
 * Creates the configured ports that `own` does not replace. Nothing heavy is loaded before they are subscribed to. `scheduler` is the
 * time of what waits for a provider beside the provider itself.
 */
export function openPorts(
  { providers, turnDetection }: SessionSettings,
  own: Partial<Ports> = {},
  scheduler?: SchedulerLike,
): Ports {
  return {
    vad: own.vad ?? vadEntryOf(providers.vad).create(providers.vad),
    stt: own.stt ?? openStt(providers.stt, scheduler),
    tts: own.tts ?? openTts(providers.tts, scheduler),
    turns: own.turns ?? turnDetection?.model,
  };
}

/**
 * Checks the settings with the configured providers that `own` does not replace.
 *
 * @throws (rejects with) AntiphonError `config_invalid` with all faults, or `provider_unavailable` for a provider whose
 *   package is not installed; `details.path` is its part of the config.
 */
export async function verifyConfig(settings: SessionSettings, own: Partial<Ports> = {}): Promise<void> {
  const issues = await Promise.all(
    selectProviders(settings, own).map(async ({ part, entry, settings: configured }) => {
      const found = await Promise.resolve(entry.verify?.(configured) ?? []).catch((error: unknown) => {
        throw addPath(error, part);
      });
      return found.map((issue) => ({ ...issue, path: `${part}.${issue.path}` }));
    }),
  );
  if (issues.flat().length > 0) throw createConfigError(issues.flat());
}

/** A provider of the config, with the part of the config that names it. */
export interface ConfiguredProvider {
  /** `vad`, `stt`, `tts`, `turn_detection`, or a member of a fallback, such as `stt.members[0]`. */
  readonly part: string;
  readonly entry: ProviderEntry<unknown, ConfiguredProvider['settings'], unknown>;
  readonly settings: FilledVad | FilledSttMember | FilledTtsMember | FilledTurnDetection;
}

/** Selects the configured providers that `own` does not replace; of a fallback its members. */
export function selectProviders(
  { providers: { vad, stt, tts }, turnDetection }: SessionSettings,
  own: Partial<Ports>,
): readonly ConfiguredProvider[] {
  return [
    ...(own.vad ? [] : [{ part: 'vad', entry: vadEntryOf(vad), settings: vad }]),
    ...(own.stt ? [] : membersOf('stt', stt).map((member) => ({ ...member, entry: sttEntryOf(member.settings) }))),
    ...(own.tts ? [] : membersOf('tts', tts).map((member) => ({ ...member, entry: ttsEntryOf(member.settings) }))),
    ...(turnDetection === undefined || own.turns ? [] : [selectTurnModel(turnDetection.configured)]),
  ];
}

/** Lists the members of a fallback, or the one provider that is configured. */
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

/** Adds the part of the config, which a provider does not know. */
function addPath(error: unknown, path: string): unknown {
  if (!(error instanceof AntiphonError) || error.code !== 'provider_unavailable') return error;
  return new AntiphonError(error.code, `${path}: ${error.message}`, { ...error.details, path, cause: error });
}
