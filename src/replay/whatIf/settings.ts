import { AntiphonError } from '../../core/errors.ts';
import type { Head } from '../../record/format.ts';
import { parseConfig } from '../../session/config.ts';
import type { SessionConfig } from '../../session/config.ts';
import { sessionConfigSchema } from '../../session/config/schema.ts';
import { configOf } from '../exact/cast.ts';

/** Settings by their names in the spec, with dots: `interrupt_time_threshold`, `vad.min_silence_duration`. */
export type Changes = Readonly<Record<string, unknown>>;

/**
 * The config of a recorded session with some settings changed.
 *
 * @throws AntiphonError `usage_invalid` for a setting that shaped what was recorded, and for what no config may hold
 */
export function configWith(head: Head, changes: Changes): SessionConfig<object> {
  const config = Object.entries(changes).reduce<object>((before, [name, value]) => {
    checkName(name);
    return withSetting(before, name.split('.'), value);
  }, configOf(head));
  try {
    parseConfig(config);
  } catch (cause) {
    if (cause instanceof AntiphonError)
      throw new AntiphonError('usage_invalid', cause.message, { ...cause.details, cause });
    throw cause;
  }
  return config as SessionConfig<object>;
}

/** The value that a setting had when the session was recorded, its default included. */
export function recordedValue(head: Head, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key],
      sessionConfigSchema.parse(configOf(head)),
    );
}

/** Why some settings cannot be changed afterwards. */
const FIXED: readonly (readonly [RegExp, string])[] = [
  [/^(stt|tts)(\.|$)/u, 'it shaped the words and the voice that were recorded'],
  [/^vad\.(sample_rate|model_path|provider)$|^vad$/u, 'it shaped the probabilities that were recorded'],
  [/^(initial_messages|session_data)(\.|$|\[)/u, 'it shaped the answers that were recorded'],
];

function checkName(name: string): void {
  const why = FIXED.find(([pattern]) => pattern.test(name))?.[1];
  if (why !== undefined)
    throw new AntiphonError('usage_invalid', `${name} cannot be changed in a recording: ${why}`, { path: name });
}

function withSetting(config: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const before = (config as Record<string, unknown>)[name];
  const inner = typeof before === 'object' && before !== null ? before : {};
  return { ...config, [name]: rest.length === 0 ? value : withSetting(inner, rest, value) };
}
