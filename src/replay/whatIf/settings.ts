import { AntiphonError } from '../../core/errors.ts';
import type { Head } from '../../record/format.ts';
import { parseConfig, type SessionConfig } from '../../session/config/config.ts';
import { sessionConfigSchema } from '../../session/config/schema.ts';
import { createReplayConfig } from '../exact/silentBorders.ts';

/**
 * Settings by their dotted names in the configuration: `interrupt_time_threshold`, `vad.min_silence_duration`.
 * `turn_detection` is `text`, `off`, or, if it was recorded so, `stt`; setting one of its own settings enables it.
 */
export type Changes = Readonly<Record<string, unknown>>;

/**
 * Returns the config of a recorded session with some settings changed.
 *
 * @throws AntiphonError `usage_invalid` for a setting that cannot be changed afterwards, or an invalid value
 */
export function configWith({ config }: Pick<Head, 'config'>, changes: Changes): SessionConfig<object> {
  const changed = changeConfig(config, changes);
  if (changed.turn_detection?.provider === STT && config.turn_detection?.provider !== STT)
    throw new AntiphonError(
      'usage_invalid',
      'turn_detection cannot be changed to "stt": the recording contains no turn events of its recogniser',
      { path: TURNS },
    );
  return changed;
}

function changeConfig(config: Head['config'], changes: Changes): SessionConfig<object> {
  const changed = Object.entries(changes).reduce<object>((before, [name, value]) => {
    checkName(name);
    return name.startsWith(TURNS) ? withTurns(before, name, value) : withSetting(before, name.split('.'), value);
  }, createReplayConfig({ config }));
  try {
    parseConfig(changed);
  } catch (cause) {
    if (cause instanceof AntiphonError)
      throw new AntiphonError('usage_invalid', cause.message, { ...cause.details, cause });
    throw cause;
  }
  return changed as SessionConfig<object>;
}

/** Returns the settings of a recorded update without those that are changed, because changes take precedence. */
export function withoutChanged(
  settings: Readonly<Record<string, unknown>>,
  changes: Changes,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(changes);
  const isChanged = (name: string): boolean =>
    names.includes(name) || (name === TURNS && names.some((changed) => changed.startsWith(TURNS)));
  const withoutMembers = (name: string, value: object): object =>
    Object.fromEntries(Object.entries(value).filter(([member]) => !names.includes(`${name}.${member}`)));
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      if (isChanged(name)) return [];
      const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [[name, isGroup ? withoutMembers(name, value) : value]];
    }),
  );
}

/**
 * Checks changes independently of a recording.
 *
 * @throws AntiphonError `usage_invalid`, as `configWith` does
 */
export function checkChanges(changes: Changes): void {
  changeConfig(PLAIN, changes);
}

/** STT and TTS come from the recording, so the provider does not matter. */
const PROVIDER = { provider: 'deepgram', api_key: 'recorded' } as const;
const PLAIN = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: PROVIDER,
  tts: PROVIDER,
  first_message: '',
} as const;

/** Returns the recorded value of a setting, or its default. */
export function recordedValue(head: Head, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key],
      sessionConfigSchema().parse(createReplayConfig(head)),
    );
}

/** Settings that cannot be changed afterwards, with the reasons. */
const FIXED: readonly (readonly [RegExp, string])[] = [
  [/^(stt|tts)(\.|$)/u, 'it shaped the words and the voice that were recorded'],
  [/^model(\.|$)/u, 'it shaped the answers that were recorded'],
  [/^vad\.(sample_rate|model_path|provider)$|^vad$/u, 'it shaped the probabilities that were recorded'],
  [/^noise_suppression$/u, 'it shaped the probabilities and the words that were recorded'],
  [/^turn_detection\.model_path$/u, 'it shaped the verdicts that were recorded'],
  [/^digits(\.|$)/u, 'it shaped the texts that were recorded'],
  [/^(initial_messages|session_data)(\.|$|\[)/u, 'it shaped the answers that were recorded'],
];

export const TURNS = 'turn_detection';
const STT = 'stt';

/** A setting of `turn_detection.thresholds`, named by language. */
const THRESHOLD = /^turn_detection\.thresholds\.[\w-]+$/u;

/** Settings without a default, with any value. */
const WITHOUT_DEFAULT = { [TURNS]: { provider: 'text' }, eager_threshold: 1 } as const;

const SETTINGS: readonly string[] = [
  TURNS,
  ...settingsIn(sessionConfigSchema().parse({ ...PLAIN, ...WITHOUT_DEFAULT, session_data: {} })),
].filter((name) => !FIXED.some(([pattern]) => pattern.test(name)));

function settingsIn(config: object, place = ''): readonly string[] {
  return Object.entries(config).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? settingsIn(value, `${place}${name}.`)
      : [`${place}${name}`],
  );
}

function checkName(name: string): void {
  const why = FIXED.find(([pattern]) => pattern.test(name))?.[1];
  if (why !== undefined)
    throw new AntiphonError('usage_invalid', `${name} cannot be changed in a recording: ${why}`, { path: name });
  if (SETTINGS.includes(name) || THRESHOLD.test(name)) return;
  const meant = SETTINGS.find((setting) => setting.endsWith(`.${name}`));
  const hint = meant === undefined ? `; expected one of ${SETTINGS.join(', ')}` : `; did you mean "${meant}"?`;
  throw new AntiphonError('usage_invalid', `there is no setting "${name}"${hint}`, { path: name });
}

/**
 * Sets `turn_detection` or one of its settings. The model defaults to rules about the words unless the recording has
 * another.
 */
function withTurns(config: object, name: string, value: unknown): object {
  const { [TURNS]: before, ...rest } = config as Readonly<Record<string, unknown>>;
  if (name === TURNS) return value === 'off' ? rest : { ...rest, [TURNS]: { provider: value } };
  return withSetting({ ...rest, [TURNS]: before ?? { provider: 'text' } }, name.split('.'), value);
}

function withSetting(config: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const before = (config as Record<string, unknown>)[name];
  const inner = typeof before === 'object' && before !== null ? before : {};
  return { ...config, [name]: rest.length === 0 ? value : withSetting(inner, rest, value) };
}
