import { findModelEnd } from '../../../providers/modelEnds.ts';
import type { FilledTurnDetection, FilledVad } from '../../../providers/registry.ts';
import { AntiphonError } from '../../core/errors.ts';
import { unixTime } from '../../time/unixTime.ts';
import type { SessionSettings } from '../config.ts';
import { selectProviders, type ConfiguredProvider, type GivenPorts } from './ports.ts';

/**
 * Finds settings that a configured provider does not honour, and models that their vendor has retired or will retire
 * within 90 days. Skips providers that `own` replaces.
 *
 * @param today Unix time in ms
 */
export function findProviderWarnings(
  settings: SessionSettings,
  own: GivenPorts = {},
  today: number = unixTime(),
): readonly AntiphonError[] {
  return selectProviders(settings, own).flatMap((one) => [...findUnsupported(one), ...findEndingModel(one, today)]);
}

function findUnsupported({ part, entry, settings }: ConfiguredProvider): readonly AntiphonError[] {
  const { provider } = settings;
  return (entry.findUnsupported?.(settings) ?? []).map(({ path, expected, got }) => {
    const message = `${part}.${path}: ${provider} honours ${expected}, got ${got}`;
    return new AntiphonError('setting_unsupported', message, { failure: false, provider, path: `${part}.${path}` });
  });
}

const NOTICE_MS = 90 * 24 * 60 * 60 * 1000;

/** Providers whose models are bundled or are files of yours. */
const LOCAL_MODELS = ['silero', 'text', 'smart-turn', 'stt'] as const;

function isLocal(settings: ConfiguredProvider['settings']): settings is FilledVad | FilledTurnDetection {
  return (LOCAL_MODELS as readonly string[]).includes(settings.provider);
}

function findEndingModel({ part, settings }: ConfiguredProvider, today: number): readonly AntiphonError[] {
  const end = isLocal(settings) ? null : findModelEnd(settings);
  if (end === null || today < Date.parse(end.endsOn) - NOTICE_MS) return [];
  const { provider, model } = settings as { readonly provider: string; readonly model?: string };
  const path = `${part}.model`;
  const ends = today < Date.parse(end.endsOn) ? 'ends' : 'has ended';
  const message = `${path}: ${provider} ${ends} ${model} on ${end.endsOn}: use ${end.instead}`;
  return [new AntiphonError('model_ends', message, { failure: false, provider, path })];
}
