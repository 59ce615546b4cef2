import type { SttConfig, TtsConfig } from 'antiphon/providers';
import { STT_VENDORS, TTS_VENDORS, type Vendor, type VendorSettings } from './vendors.ts';

/** The selected STT and TTS. */
export interface SelectedVendors {
  readonly stt: SttConfig;
  readonly tts: TtsConfig;
}

/** Variables of the language model. */
const MODEL = ['OPENAI_API_KEY'];

/**
 * Selects the vendors that STT and TTS name (default: Deepgram and ElevenLabs), with their settings from the environment. Throws
 * an Error that lists every missing variable with its purpose, or names one that the vendor does not support.
 */
export function selectVendors(env: NodeJS.ProcessEnv): SelectedVendors {
  const hears = findVendor('STT', env['STT'] || 'deepgram', STT_VENDORS);
  const speaks = findVendor('TTS', env['TTS'] || 'elevenlabs', TTS_VENDORS);
  const missing = [
    ...missingVariables(`STT=${hears.name}`, hears.choice.needs, env),
    ...missingVariables(`TTS=${speaks.name}`, speaks.choice.needs, env),
    ...missingVariables('the language model', MODEL, env),
  ];
  if (missing.length > 0) throw new Error(['these variables are not set:', ...missing].join('\n'));
  const read = (variable: string): string => env[variable] ?? '';
  return {
    stt: hears.choice.configure(read, readSettings(env, hears, { model: 'STT_MODEL' })),
    tts: speaks.choice.configure(read, readSettings(env, speaks, { model: 'TTS_MODEL', voice: 'TTS_VOICE' })),
  };
}

interface Named<Config> {
  readonly name: string;
  readonly choice: Vendor<Config>;
}

function findVendor<Config>(
  variable: string,
  name: string,
  choices: Readonly<Record<string, Vendor<Config>>>,
): Named<Config> {
  const choice = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (choice !== undefined) return { name, choice };
  throw new Error(`${variable}: expected one of ${Object.keys(choices).join(', ')}, got "${name}"`);
}

function missingVariables(purpose: string, needs: readonly string[], env: NodeJS.ProcessEnv): string[] {
  return needs.filter((name) => (env[name] ?? '') === '').map((name) => `  ${name.padEnd(24)} for ${purpose}`);
}

/** `variables`: the names of the variables for model and voice. */
function readSettings<Config>(
  env: NodeJS.ProcessEnv,
  { name, choice: { baseUrl, takes } }: Named<Config>,
  variables: Readonly<Partial<Record<'model' | 'voice', string>>>,
): VendorSettings {
  const own = Object.entries(variables).flatMap(([field, variable]): [string, string][] => {
    const value = env[variable] ?? '';
    if (value === '') return [];
    if (takes.some((taken) => taken === field)) return [[field, value]];
    throw new Error(`${variable}: expected nothing, as ${name} has no setting for a ${field}, got "${value}"`);
  });
  const { [baseUrl]: base_url = '' } = env;
  return { ...Object.fromEntries(own), ...(base_url !== '' && { base_url }) };
}
