import type { SttConfig, TtsConfig, VadConfig } from '../../../providers/names.ts';
import {
  STT_PROVIDERS,
  TTS_PROVIDERS,
  TURN_MODELS,
  VAD_PROVIDERS,
  type FilledStt,
  type FilledTts,
  type FilledTurnDetection,
  type FilledVad,
  type ProviderEntry,
} from '../../../providers/registry.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { SpeechToText, TextToSpeech, VadModel } from '../../core/ports.ts';
import type { TurnModel } from '../../core/turnModel.ts';
import type { ProviderSettings, SessionSettings } from '../config.ts';
import { createConfigError } from './issues.ts';

/** The ports of a session. */
export interface Ports {
  readonly vad: VadModel;
  readonly stt: SpeechToText;
  readonly tts: TextToSpeech;
  /** Decides when the user's turn ends. Default: the model of `turn_detection`; without it, silence. */
  readonly turns?: TurnModel | undefined;
}

/** Creates the configured ports that `own` does not replace. Nothing heavy is loaded before they are subscribed to. */
export function openPorts({ providers, turnDetection }: SessionSettings, own: Partial<Ports> = {}): Ports {
  const entries = selectEntries(providers);
  return {
    vad: own.vad ?? entries.vad.create(providers.vad),
    stt: own.stt ?? entries.stt.create(providers.stt),
    tts: own.tts ?? entries.tts.create(providers.tts),
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

/** The parts of a config that name a provider. */
type ProviderPart = 'vad' | 'stt' | 'tts' | 'turn_detection';

/** A provider of the config, with the part of the config that names it. */
export interface ConfiguredProvider {
  readonly part: ProviderPart;
  readonly entry: ProviderEntry<unknown, ConfiguredProvider['settings'], unknown>;
  readonly settings: FilledVad | FilledStt | FilledTts | FilledTurnDetection;
}

/** Selects the configured providers that `own` does not replace. */
export function selectProviders(
  { providers, turnDetection }: SessionSettings,
  own: Partial<Ports>,
): readonly ConfiguredProvider[] {
  const entries = selectEntries(providers);
  const selected = (['vad', 'stt', 'tts'] as const)
    .filter((part) => !own[part])
    .map((part) => ({ part, entry: entries[part], settings: providers[part] }));
  return turnDetection === undefined || own.turns ? selected : [...selected, selectTurnModel(turnDetection.configured)];
}

function selectTurnModel(settings: FilledTurnDetection): ConfiguredProvider {
  return { part: 'turn_detection', entry: TURN_MODELS[settings.provider], settings };
}

interface Entries {
  readonly vad: ProviderEntry<VadConfig, FilledVad, VadModel>;
  readonly stt: ProviderEntry<SttConfig, FilledStt, SpeechToText>;
  readonly tts: ProviderEntry<TtsConfig, FilledTts, TextToSpeech>;
}

function selectEntries({ vad, stt, tts }: ProviderSettings): Entries {
  return { vad: VAD_PROVIDERS[vad.provider], stt: STT_PROVIDERS[stt.provider], tts: TTS_PROVIDERS[tts.provider] };
}

/** Adds the part of the config, which a provider does not know. */
function addPath(error: unknown, path: ProviderPart): unknown {
  if (!(error instanceof AntiphonError) || error.code !== 'provider_unavailable') return error;
  return new AntiphonError(error.code, `${path}: ${error.message}`, { ...error.details, path, cause: error });
}
