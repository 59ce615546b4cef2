import type { SttConfig, TtsConfig } from 'antiphon/providers';
import { STT_VENDORS, TTS_VENDORS } from './vendors.ts';
import type { Vendor, VendorSettings } from './vendors.ts';

/** Who hears and who speaks. */
export interface SelectedVendors {
  readonly stt: SttConfig;
  readonly tts: TtsConfig;
}

/** The language model's key, wherever it comes from. */
const MODEL = ['OPENAI_API_KEY'];

/**
 * The vendors that STT and TTS name, with their keys, addresses, models and voices from the environment. Deepgram hears and
 * ElevenLabs speaks, if nothing is said. Throws an Error that names every variable that is missing, and what for, or that
 * the vendor has no use for.
 */
export function selectVendors(env: NodeJS.ProcessEnv): SelectedVendors {
  const hears = named('STT', env['STT'] || 'deepgram', STT_VENDORS);
  const speaks = named('TTS', env['TTS'] || 'elevenlabs', TTS_VENDORS);
  const missing = [
    ...lacking(`STT=${hears.name}`, hears.choice.needs, env),
    ...lacking(`TTS=${speaks.name}`, speaks.choice.needs, env),
    ...lacking('the language model', MODEL, env),
  ];
  if (missing.length > 0) throw new Error(['these variables are not set:', ...missing].join('\n'));
  const read = (variable: string): string => env[variable] ?? '';
  return {
    stt: hears.choice.configure(read, wishesIn(env, hears, { model: 'STT_MODEL' })),
    tts: speaks.choice.configure(read, wishesIn(env, speaks, { model: 'TTS_MODEL', voice: 'TTS_VOICE' })),
  };
}

interface Named<Config> {
  readonly name: string;
  readonly choice: Vendor<Config>;
}

function named<Config>(
  variable: string,
  name: string,
  choices: Readonly<Record<string, Vendor<Config>>>,
): Named<Config> {
  const choice = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (choice !== undefined) return { name, choice };
  throw new Error(`${variable}: expected one of ${Object.keys(choices).join(', ')}, got "${name}"`);
}

function lacking(purpose: string, needs: readonly string[], env: NodeJS.ProcessEnv): string[] {
  return needs.filter((name) => (env[name] ?? '') === '').map((name) => `  ${name.padEnd(24)} for ${purpose}`);
}

/** `variables`: which one holds the model, and which one the voice. */
function wishesIn<Config>(
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
