import type { SchedulerLike } from 'rxjs';
import type { TtsConfig } from '../../../providers/names.ts';
import { asAntiphonError, type AntiphonError } from '../../core/errors.ts';
import type { SessionControl } from '../agent.ts';
import type { SessionSettings } from '../config.ts';
import { findProviderWarnings } from '../config/findProviderWarnings.ts';
import { maskConfig } from '../config/maskConfig.ts';
import { openPorts, selectProviders, verifyConfig, type Ports } from '../config/ports.ts';
import type { Secrets } from '../config/secrets.ts';
import { createUpdateError, parseUpdate, type ParsedTts, type ParsedUpdate } from './parseUpdate.ts';
import type { ChangedTts, UpdateEvent } from './sessionUpdate.ts';

export interface UpdateOptions {
  readonly settings: SessionSettings;
  /** The voice of the config. */
  readonly tts: TtsConfig;
  /** The open ports of the session. */
  readonly ports: Ports;
  /** Those of them that replace the ones of the config. */
  readonly own: Partial<Ports>;
  readonly secrets: Secrets;
  readonly scheduler: SchedulerLike;
  readonly report: (error: AntiphonError) => void;
  readonly send: (event: UpdateEvent) => void;
}

/**
 * Creates `session.update`: checks an update, and sends it. Settings of a provider that takes time to check its settings are sent
 * when it has; later updates then wait for them.
 */
export function createUpdate(options: UpdateOptions): SessionControl['update'] {
  const { report, secrets } = options;
  let before: Promise<void> | null = null;
  const refuse = (error: unknown): void => report(asAntiphonError(error, 'update_invalid'));
  return (update) => {
    try {
      const parsed = parseUpdate(update);
      const verified = parsed.tts?.kind === 'settings' ? verify(parsed.tts, options) : null;
      if (parsed.tts?.kind === 'settings') secrets.add({ tts: parsed.tts.config });
      if (before === null && verified === null) return sendUpdate(parsed, options);
      const sent: Promise<void> = Promise.all([verified, before])
        .then(() => sendUpdate(parsed, options))
        .catch(refuse)
        .then(() => {
          if (before === sent) before = null;
        });
      before = sent;
    } catch (error) {
      refuse(error);
    }
  };
}

function sendUpdate({ instructions, functions, tts }: ParsedUpdate, options: UpdateOptions): void {
  const changed = tts && openTts(tts, options);
  const fields = {
    ...(instructions !== undefined && { instructions }),
    ...(functions && { functions }),
    ...(changed && { tts: changed }),
  };
  if (Object.keys(fields).length > 0) options.send({ kind: 'update', change: fields });
}

/** Opens the voice of an update; undefined: the session's own port stays. */
function openTts(tts: ParsedTts, options: UpdateOptions): ChangedTts | undefined {
  const { settings, ports, own, report } = options;
  if (tts.kind === 'port') return { port: tts.port, config: undefined };
  if (tts.kind === 'first')
    return { port: ports.tts, config: own.tts === undefined ? maskConfig(options.tts) : undefined };
  const changed = changeTts(tts, settings);
  if (own.tts !== undefined) return undefined;
  findProviderWarnings(changed, others(ports)).forEach(report);
  const { tts: port } = openPorts(changed, others(ports), options.scheduler);
  return { port, config: maskConfig(tts.config) };
}

/** Checks settings with their provider; null: it does not check any. */
function verify(tts: ParsedTts & { readonly kind: 'settings' }, options: UpdateOptions): Promise<void> | null {
  const { settings, ports, own } = options;
  if (own.tts !== undefined) return null;
  const changed = changeTts(tts, settings);
  if (selectProviders(changed, others(ports)).every(({ entry }) => entry.verify === undefined)) return null;
  return verifyConfig(changed, others(ports)).catch((error: unknown) => {
    const { code, details } = asAntiphonError(error, 'update_invalid');
    throw code === 'config_invalid' ? createUpdateError(details.issues ?? []) : error;
  });
}

function changeTts(tts: ParsedTts & { readonly kind: 'settings' }, settings: SessionSettings): SessionSettings {
  return { ...settings, providers: { ...settings.providers, tts: tts.settings } };
}

/** The ports that an update does not open. */
function others({ vad, stt }: Ports): Partial<Ports> {
  return { vad, stt };
}
