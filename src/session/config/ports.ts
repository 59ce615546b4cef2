import type { SttConfig, TtsConfig, VadConfig } from '../../../providers/names.ts';
import {
  STT_PROVIDERS,
  TTS_PROVIDERS,
  VAD_PROVIDERS,
  type FilledStt,
  type FilledTts,
  type FilledVad,
  type ProviderEntry,
} from '../../../providers/registry.ts';
import { findModelEnd, type ConfiguredModel } from '../../../providers/modelEnds.ts';
import { AntiphonError, type Issue } from '../../core/errors.ts';
import type { SpeechToText, TextToSpeech, VadModel } from '../../core/ports.ts';
import { unixTime } from '../../time/unixTime.ts';
import type { ProviderSettings, SessionSettings } from '../config.ts';
import { createConfigError } from './issues.ts';

/** The providers of a session, opened. */
export interface Ports {
  readonly vad: VadModel;
  readonly stt: SpeechToText;
  readonly tts: TextToSpeech;
}

/** Makes the configured ports, but for those that the caller brings. Nothing heavy is loaded before they are subscribed to. */
export function openPorts({ providers }: SessionSettings, own: Partial<Ports> = {}): Ports {
  const factories = selectFactories(providers);
  return {
    vad: own.vad ?? factories.vad.create(providers.vad),
    stt: own.stt ?? factories.stt.create(providers.stt),
    tts: own.tts ?? factories.tts.create(providers.tts),
  };
}

/**
 * Asks the configured providers, but for those that the caller replaces, what only they can know of their settings.
 *
 * @throws (rejects with) AntiphonError `config_invalid` with all that they found, or `provider_unavailable` for one whose
 *   package is not installed; `details.path` says which part.
 */
export async function verifyConfig({ providers }: SessionSettings, own: Partial<Ports> = {}): Promise<void> {
  const factories = selectFactories(providers);
  const issues = await Promise.all([
    own.vad ? [] : verify('vad', factories.vad, providers.vad),
    own.stt ? [] : verify('stt', factories.stt, providers.stt),
    own.tts ? [] : verify('tts', factories.tts, providers.tts),
  ]);
  if (issues.flat().length > 0) throw createConfigError(issues.flat());
}

/**
 * Diagnostics on the configured providers, but for those that the caller replaces: one for each setting that a provider does
 * not honour, and one for a model that its vendor ends within 90 days or has ended.
 *
 * @param today Unix time in ms
 */
export function findProviderWarnings(
  { providers }: SessionSettings,
  own: Partial<Ports> = {},
  today: number = unixTime(),
): readonly AntiphonError[] {
  const factories = selectFactories(providers);
  return [
    ...(own.stt ? [] : [...remarks('stt', factories.stt, providers.stt), ...modelEnds('stt', providers.stt, today)]),
    ...(own.tts ? [] : [...remarks('tts', factories.tts, providers.tts), ...modelEnds('tts', providers.tts, today)]),
  ];
}

interface Factories {
  readonly vad: ProviderEntry<VadConfig, FilledVad, VadModel>;
  readonly stt: ProviderEntry<SttConfig, FilledStt, SpeechToText>;
  readonly tts: ProviderEntry<TtsConfig, FilledTts, TextToSpeech>;
}

function selectFactories({ vad, stt, tts }: ProviderSettings): Factories {
  return { vad: VAD_PROVIDERS[vad.provider], stt: STT_PROVIDERS[stt.provider], tts: TTS_PROVIDERS[tts.provider] };
}

interface Named {
  readonly provider: string;
}

async function verify<Settings extends Named>(
  part: keyof Ports,
  entry: ProviderEntry<unknown, Settings, unknown>,
  settings: Settings,
): Promise<readonly Issue[]> {
  const issues = await Promise.resolve(entry.verify?.(settings) ?? []).catch((error: unknown) => {
    throw located(error, part);
  });
  return issues.map((issue) => ({ ...issue, path: `${part}.${issue.path}` }));
}

function remarks<Settings extends Named>(
  part: keyof Ports,
  entry: ProviderEntry<unknown, Settings, unknown>,
  settings: Settings,
): readonly AntiphonError[] {
  const { provider } = settings;
  return (entry.findUnsupported?.(settings) ?? []).map(({ path, expected, got }) => {
    const message = `${part}.${path}: ${provider} honours ${expected}, got ${got}`;
    return new AntiphonError('setting_unsupported', message, { failure: false, provider, path: `${part}.${path}` });
  });
}

/** How long before its end a model is warned of. */
const WARNED_AHEAD_MS = 90 * 24 * 60 * 60 * 1000;

function modelEnds(part: keyof Ports, settings: ConfiguredModel, today: number): readonly AntiphonError[] {
  const end = findModelEnd(settings);
  if (end === null || today < Date.parse(end.endsOn) - WARNED_AHEAD_MS) return [];
  const { provider, model } = settings;
  const path = `${part}.model`;
  const ends = today < Date.parse(end.endsOn) ? 'ends' : 'has ended';
  const message = `${path}: ${provider} ${ends} ${model} on ${end.endsOn}: use ${end.instead}`;
  return [new AntiphonError('model_ends', message, { failure: false, provider, path })];
}

/** A provider does not know which part of the config it is. */
function located(error: unknown, path: keyof Ports): unknown {
  if (!(error instanceof AntiphonError) || error.code !== 'provider_unavailable') return error;
  return new AntiphonError(error.code, `${path}: ${error.message}`, { ...error.details, path, cause: error });
}
