import { NEVER, type SchedulerLike } from 'rxjs';
import { asAntiphonError, type AntiphonError } from '../../core/errors.ts';
import type { SessionControl } from '../sessionControl.ts';
import type { SessionConfig } from '../config/config.ts';
import { writeFiller, type FillerFunction } from '../config/filler.ts';
import { findProviderWarnings } from '../config/findProviderWarnings.ts';
import { maskConfig } from '../config/maskConfig.ts';
import { findMissingTurns, openPorts, selectProviders, verifyConfig, type Ports } from '../config/ports.ts';
import type { Secrets } from '../config/secrets.ts';
import { floorSettingsOf } from '../floor/floorSettings.ts';
import { HANDOFF, type ChangedAgent } from '../handOffChange.ts';
import type { ParsedPort, ParsedUpdate } from './parsedUpdate.ts';
import { createUpdateError, parseUpdate } from './parseUpdate.ts';
import type { CheckedConfig, ChangedPort, UpdateEvent } from '../sessionUpdate.ts';

/** The open ports of a session. */
export interface OpenedPorts {
  readonly ports: Ports;
  /** Those among them that replace the ports of the config. */
  readonly own: Partial<Ports>;
}

export interface UpdateOptions {
  /** The config of the session. */
  readonly config: SessionConfig<object>;
  /** Returns the ports. @throws AntiphonError `update_invalid` while they are created */
  readonly opened: () => OpenedPorts;
  readonly secrets: Secrets;
  readonly scheduler: SchedulerLike;
  readonly report: (error: AntiphonError) => void;
  readonly send: (event: UpdateEvent) => void;
}

/**
 * Creates `session.update`, which checks an update and sends it. If a provider takes time to check its settings, they
 * are sent afterwards, and later updates wait for them.
 */
export function createUpdate(options: UpdateOptions): SessionControl['update'] {
  const { report, config: first } = options;
  let latest = first;
  let before: Promise<void> | null = null;
  const refuse = (error: unknown): void => report(asAntiphonError(error, 'update_invalid'));
  const send = (parsed: ParsedUpdate, update: unknown): void => {
    latest = parsed.config;
    sendUpdate(parsed, handoffOf(update), options);
  };
  /** Parses an update with the config that earlier updates have produced. */
  const parse = (update: unknown): Parsed => {
    const parsed = parseUpdate(update, { first, latest });
    checkTurns(parsed, options);
    addSecrets(parsed, options);
    return { parsed, verified: handoffOf(update) === undefined ? verify(parsed, options) : null };
  };
  return (update) => {
    try {
      const { parsed, verified } = parse(update);
      if (before === null && verified === null) return send(parsed, update);
      const sent: Promise<void> = Promise.all([verified, before])
        .then(() => send(parseUpdate(update, { first, latest }), update))
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

/**
 * Checks that an update does not change whether the recogniser finds the ends of turns, which is requested when it is
 * connected.
 */
function checkTurns(parsed: ParsedUpdate, options: UpdateOptions): void {
  const { config } = options;
  const { own } = options.opened();
  if (own.turns !== undefined) return;
  const before = config.turn_detection?.provider;
  const after = parsed.settings.turnDetection?.configured.provider;
  if ((before === 'stt') === (after === 'stt')) return checkNewStt(parsed, own);
  const expected = before === 'stt' ? '"stt", as at the start of the session' : 'another provider than "stt"';
  throw createUpdateError([{ path: 'turn_detection.provider', expected, got: JSON.stringify(after) ?? 'none' }]);
}

/** Checks that a recogniser can find the ends of turns, if it has to. */
function checkNewStt({ settings, stt }: ParsedUpdate, own: Partial<Ports>): void {
  const stays = stt === undefined || stt.kind === 'first' || (stt.kind === 'settings' && own.stt !== undefined);
  const missing = stays ? [] : findMissingTurns(settings, stt.kind === 'port' ? { stt: stt.port } : {});
  if (missing.length > 0) throw createUpdateError(missing);
}

interface Parsed {
  readonly parsed: ParsedUpdate;
  /** Null: no provider has to check settings. */
  readonly verified: Promise<void> | null;
}

/** Returns the handoff of an update whose config was already checked. */
function handoffOf(update: unknown): ChangedAgent | undefined {
  return (update as { readonly [HANDOFF]?: ChangedAgent } | null)?.[HANDOFF];
}

function sendUpdate(parsed: ParsedUpdate, handoff: ChangedAgent | undefined, options: UpdateOptions): void {
  const { instructions, functions } = parsed;
  findProviderWarnings(parsed.settings, unchanged(parsed, options)).forEach(options.report);
  const tts = openPort('tts', parsed, options);
  const stt = openPort('stt', parsed, options);
  const config = describeChange(parsed);
  const fields = {
    ...(instructions !== undefined && { instructions }),
    ...(functions && { functions }),
    ...(tts && { tts }),
    ...(stt && { stt }),
    ...(config && { config }),
    ...(handoff && { handoff }),
  };
  if (Object.keys(fields).length > 0) options.send({ kind: 'update', change: fields });
}

/** Opens a port of an update; undefined: the current port stays. */
function openPort<Part extends 'stt' | 'tts'>(
  part: Part,
  parsed: ParsedUpdate,
  { config, scheduler, ...options }: UpdateOptions,
): ChangedPort<Ports[Part]> | undefined {
  const { ports, own } = options.opened();
  const wanted: ParsedPort<Ports[Part], object> | undefined = parsed[part] as
    | ParsedPort<Ports[Part], object>
    | undefined;
  if (wanted === undefined) return undefined;
  if (wanted.kind === 'port') return { port: wanted.port, config: undefined };
  const isOwn = own[part] !== undefined;
  if (wanted.kind === 'first')
    return { port: ports[part], config: isOwn ? undefined : maskConfig(config[part] as object) };
  if (isOwn) return undefined;
  const { [part]: _, ...others } = ports;
  return { port: openPorts(parsed.settings, others, scheduler)[part], config: maskConfig(wanted.config) };
}

function describeChange({ settings, changed, language, stt }: ParsedUpdate): CheckedConfig | undefined {
  const names = Object.keys(changed);
  // The recogniser's languages decide which phrases are backchannels.
  if (names.length === 0 && language === undefined && (stt === undefined || stt.kind === 'port')) return undefined;
  const written = Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, writeSetting(value)]));
  return { floor: floorSettingsOf(settings), settings, written, ...(language !== undefined && { language }) };
}

function writeSetting(value: unknown): unknown {
  if (typeof value === 'function') return writeFiller(value as FillerFunction);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? maskConfig(value) : (value ?? null);
}

/** Checks settings with their providers; null: no provider has to check any. */
function verify(parsed: ParsedUpdate, options: UpdateOptions): Promise<void> | null {
  const { settings } = parsed;
  const others = unchanged(parsed, options);
  if (selectProviders(settings, others).every(({ entry }) => entry.verify === undefined)) return null;
  return verifyConfig(settings, others, { scheduler: options.scheduler }).catch((error: unknown) => {
    const { code, details } = asAntiphonError(error, 'update_invalid');
    throw code === 'config_invalid' ? createUpdateError(details.issues ?? []) : error;
  });
}

/** Returns the ports whose settings an update leaves unchanged, or that the application has replaced. */
function unchanged({ stt, tts, changed }: ParsedUpdate, options: UpdateOptions): Partial<Ports> {
  const { ports, own } = options.opened();
  const turns = own.turns ?? (changed.turn_detection === undefined ? UNCHANGED_TURNS : undefined);
  return {
    vad: ports.vad,
    ...(stt?.kind === 'settings' && own.stt === undefined ? {} : { stt: ports.stt }),
    ...(tts?.kind === 'settings' && own.tts === undefined ? {} : { tts: ports.tts }),
    ...(turns && { turns }),
  };
}

/** The placeholder for a turn model that stays. */
const UNCHANGED_TURNS: NonNullable<Ports['turns']> = {
  kind: 'pause',
  name: 'unchanged',
  usesAudio: false,
  score: () => NEVER,
};

function addSecrets({ stt, tts }: ParsedUpdate, { secrets }: UpdateOptions): void {
  if (stt?.kind === 'settings') secrets.add({ stt: stt.config });
  if (tts?.kind === 'settings') secrets.add({ tts: tts.config });
}
