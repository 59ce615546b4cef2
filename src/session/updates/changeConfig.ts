import type { SttConfig, TtsConfig } from '../../../providers/names.ts';
import { vadSchema } from '../../../providers/registry.ts';
import { withSttLanguage, withTtsLanguage } from '../../../providers/languages.ts';
import { AntiphonError, type Issue } from '../../core/errors.ts';
import { mapNames, type NameSet } from '../../core/names.ts';
import type { SpeechToText, TextToSpeech } from '../../core/ports.ts';
import type { ChangeableSetting, SessionUpdate } from '../sessionControl.ts';
import { parseConfig, type SessionConfig, type SessionSettings } from '../config/config.ts';
import { describeInput, describeKind } from '../../core/describeInput.ts';
import { sessionConfigSchema } from '../config/schema.ts';
import { HANDOFF } from '../handOffChange.ts';
import type { ParsedPort, ParsedUpdate } from './parsedUpdate.ts';

/** The initial config of a session, and the config after its updates. */
export interface Configs {
  readonly first: SessionConfig<object>;
  readonly latest: SessionConfig<object>;
}

/** The settings that an update changes exactly as they are in the config. */
export const CHANGEABLE: NameSet<ChangeableSetting> = {
  vad: true,
  allow_interruptions: true,
  interrupt_time_threshold: true,
  interrupt_word_threshold: true,
  min_endpointing_delay: true,
  turn_detection: true,
  max_nested_function_calls: true,
  resume_after_false_interruption: true,
  backchannels: true,
  interrupt_phrases: true,
  remarks: true,
  hidden_tags: true,
  filler: true,
  filler_delay: true,
  on_failure_message: true,
  user_away_timeout: true,
  user_away_times: true,
  digits: true,
  push_to_talk: true,
  push_to_talk_interrupts: true,
  respond_on_request: true,
};

const SETTINGS = Object.keys(CHANGEABLE) as ChangeableSetting[];

/** Settings that belong to the client's microphone, and stay when the conversation is handed over. */
const OF_CLIENT: readonly ChangeableSetting[] = ['push_to_talk', 'push_to_talk_interrupts', 'respond_on_request'];

/**
 * Returns the settings of a config that change with the agent, with defaults for missing ones. Leaves out the model of
 * the VAD; a null `turn_detection` means none.
 */
export function listSettings(config: SessionConfig<object>): object {
  const filled = sessionConfigSchema().parse({ ...config, initial_messages: [], session_data: {} });
  const { provider: _p, sample_rate: _r, model_path: _m, engine: _e, ...vad } = filled.vad;
  const changing = SETTINGS.filter((name) => !OF_CLIENT.includes(name));
  const settings = Object.fromEntries(changing.map((name) => [name, filled[name]]));
  return { ...settings, vad, turn_detection: config.turn_detection ?? null };
}

type Changed = Pick<ParsedUpdate, 'tts' | 'stt' | 'config' | 'changed'> & { readonly issues: readonly Issue[] };

/** Changes a config as an update requests. The changed fields are not checked yet. */
export function changeConfig(update: SessionUpdate, configs: Configs): Changed {
  const { first, latest } = configs;
  const language = update.language;
  const issues = findLanguageFaults(language);
  const spoken = issues.length === 0 ? language : undefined;
  const names = SETTINGS.filter((name) => update[name] !== undefined);
  const changed = mapNames(names, (name) => changeSetting(name, update, configs));
  if (update.vad) issues.push(...findFixedVad(update.vad, latest.vad));
  const stt = readPort<SpeechToText, SttConfig>(update.stt, 'transcribe') ?? speakSttIn(spoken, latest.stt);
  const isSilent = latest.transcription_only === true;
  issues.push(...findAbsentPorts(update, latest));
  if (isSilent && update.tts !== undefined) issues.push(describeSilent(update.tts));
  const tts = isSilent ? undefined : findVoice(update.tts, spoken, latest.tts);
  const settingsOf = <Config>(port: ParsedPort<unknown, Config> | undefined, own: Config, begun: Config): Config =>
    port?.kind === 'settings' ? port.config : port?.kind === 'first' ? begun : own;
  const spokenStt = spoken === undefined || latest.stt === undefined ? latest.stt : withSttLanguage(latest.stt, spoken);
  const config = {
    ...latest,
    ...(changed as Partial<SessionConfig<object>>),
    // A recogniser of the application has no settings: the settings of the config have the language.
    stt: settingsOf(stt, spokenStt, first.stt),
    tts: settingsOf(tts, latest.tts, first.tts),
  };
  return { ...(stt && { stt }), ...(tts && { tts }), config, changed, issues };
}

/** Parses a changed config without the fields that stay. */
export function parseChanged(
  config: SessionConfig<object>,
): { readonly settings: SessionSettings } | { readonly issues: readonly Issue[] } {
  try {
    return { settings: parseConfig({ ...config, initial_messages: [], session_data: {} }) };
  } catch (error) {
    if (error instanceof AntiphonError && error.code === 'config_invalid')
      return { issues: error.details.issues ?? [] };
    throw error;
  }
}

/**
 * Returns the new value of a setting. All VAD settings are written out: an update with some of them leaves the others.
 */
function changeSetting(name: ChangeableSetting, update: SessionUpdate, { first, latest }: Configs): unknown {
  const value = update[name];
  if (value === null && HANDOFF in update) return name === 'turn_detection' ? keepOfRecogniser(latest) : null;
  if (value === null) return name === 'vad' ? vadSchema().parse(first.vad) : first[name];
  return name === 'vad' && typeof value === 'object' ? { ...latest.vad, ...(value as object) } : value;
}

/**
 * Keeps turn detection by the recogniser, which is requested when that is connected. An agent without `turn_detection`
 * otherwise has none.
 */
function keepOfRecogniser({ turn_detection }: SessionConfig<object>): SessionConfig['turn_detection'] {
  return turn_detection?.provider === 'stt' ? turn_detection : undefined;
}

/** The VAD settings with which its model was created. */
const MODEL = ['provider', 'sample_rate', 'model_path', 'engine'] as const;

function findFixedVad(wanted: object, own: object): readonly Issue[] {
  const [now, before] = [wanted, own] as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  return MODEL.filter((name) => now[name] !== undefined && now[name] !== (before[name] ?? DEFAULTS[name])).map(
    (name) => ({
      path: `vad.${name}`,
      expected: 'none: the VAD model cannot change during a session',
      got: describeInput(now[name]),
    }),
  );
}

const DEFAULTS: Readonly<Record<string, unknown>> = { sample_rate: 16_000, engine: 'auto' };

function readPort<Port, Config>(
  wanted: unknown,
  method: 'transcribe' | 'synthesize',
): ParsedPort<Port, Config> | undefined {
  if (wanted === undefined) return undefined;
  if (wanted === null) return { kind: 'first' };
  const isPort = typeof (wanted as Readonly<Record<string, unknown>>)[method] === 'function';
  return isPort ? { kind: 'port', port: wanted as Port } : { kind: 'settings', config: wanted as Config };
}

function findVoice(
  wanted: unknown,
  language: string | undefined,
  own: TtsConfig | undefined,
): ParsedPort<TextToSpeech, TtsConfig> | undefined {
  return readPort(wanted, 'synthesize') ?? speakTtsIn(language, own);
}

/** Finds ports that an update replaces although a speech model takes their place. */
function findAbsentPorts({ stt, tts }: SessionUpdate, latest: SessionConfig<object>): readonly Issue[] {
  const changed = Object.entries({ stt, tts }).filter(
    ([name, value]) => value !== undefined && latest[name as 'stt' | 'tts'] === undefined,
  );
  return changed.map(([path, value]) => ({
    path,
    expected: `none: the session began without \`${path}\`, beside its speech model`,
    got: describeKind(value),
  }));
}

function describeSilent(got: unknown): Issue {
  return { path: 'tts', expected: 'none: a session with `transcription_only` has no voice', got: describeKind(got) };
}

function speakSttIn(
  language: string | undefined,
  own: SttConfig | undefined,
): ParsedPort<SpeechToText, SttConfig> | undefined {
  return language === undefined || own === undefined
    ? undefined
    : { kind: 'settings', config: withSttLanguage(own, language) };
}

function speakTtsIn(
  language: string | undefined,
  own: TtsConfig | undefined,
): ParsedPort<TextToSpeech, TtsConfig> | undefined {
  if (own === undefined) return undefined;
  const config = language === undefined ? own : withTtsLanguage(own, language);
  return config === own ? undefined : { kind: 'settings', config };
}

function findLanguageFaults(language: unknown): Issue[] {
  return language === undefined || isLanguageTag(language) ? [] : [describeLanguage(language)];
}

function isLanguageTag(language: unknown): boolean {
  return typeof language === 'string' && /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/iu.test(language);
}

function describeLanguage(got: unknown): Issue {
  return { path: 'language', expected: 'a BCP-47 language tag, such as de or pt-BR', got: describeInput(got) };
}
