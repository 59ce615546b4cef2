import { AntiphonError } from '../../core/errors.ts';
import { findModelEnd, type ConfiguredModel } from '../../core/modelEnds.ts';
import { unixTime } from '../../time/unixTime.ts';
import type { SessionSettings } from './config.ts';
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

function findEndingModel({ part, entry, settings }: ConfiguredProvider, today: number): readonly AntiphonError[] {
  const { provider, model, base_url }: ConfiguredModel & { readonly provider: string } = settings;
  const end = entry.modelEnds === undefined ? null : findModelEnd(entry.modelEnds, { model, base_url });
  if (end === null || today < Date.parse(end.endsOn) - NOTICE_MS) return [];
  const path = `${part}.model`;
  const ends = today < Date.parse(end.endsOn) ? 'discontinues' : 'discontinued';
  const message = `${path}: ${provider} ${ends} ${model} on ${end.endsOn}: use ${end.instead}`;
  return [new AntiphonError('model_ends', message, { failure: false, provider, path })];
}
