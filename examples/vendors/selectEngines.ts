import type { SttConfig, TtsConfig } from 'antiphon/providers';
import { STT_VENDORS, TTS_VENDORS, type Vendor, type VendorSettings } from './vendors.ts';

/** The selected STT and TTS. */
export interface Engines {
  readonly stt: SttConfig;
  readonly tts: TtsConfig;
}

/**
 * Selects the engines that STT and TTS name, with their settings from the environment; by default the first vendor whose variables are
 * all set, or else a pulled model, or else the built-in engines. ENGINES=local always selects the built-in engines. Throws an Error that
 * lists every missing variable with its purpose, or names a variable that the vendor does not support.
 */
export function selectEngines(env: NodeJS.ProcessEnv): Engines {
  const { ENGINES = '' } = env;
  if (ENGINES === 'local') return configure({ STT: 'local', TTS: 'local' });
  if (ENGINES === '') return configure(env);
  throw new Error(`ENGINES: expected local or nothing, got "${ENGINES}"`);
}

function configure(env: NodeJS.ProcessEnv): Engines {
  const hears = findVendor('STT', STT_VENDORS, env);
  const speaks = findVendor('TTS', TTS_VENDORS, env);
  const missing = [...missingVariables('STT', hears, env), ...missingVariables('TTS', speaks, env)];
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

/** Falls back to the last of `choices`, which needs no variable. */
function findVendor<Config>(
  variable: string,
  choices: Readonly<Record<string, Vendor<Config>>>,
  env: NodeJS.ProcessEnv,
): Named<Config> {
  const wanted = env[variable] ?? '';
  const [found] = Object.entries(choices).filter(([name, { needs, unless = '', isThere = () => true }]) =>
    wanted === '' ? needs.every((needed) => isSet(env, needed)) && !isSet(env, unless) && isThere() : name === wanted,
  );
  if (found !== undefined) return { name: found[0], choice: found[1] };
  throw new Error(`${variable}: expected one of ${Object.keys(choices).join(', ')}, got "${wanted}"`);
}

function missingVariables(
  variable: string,
  { name, choice: { needs } }: Named<unknown>,
  env: NodeJS.ProcessEnv,
): string[] {
  return needs
    .filter((needed) => !isSet(env, needed))
    .map((needed) => `  ${needed.padEnd(24)} for ${variable}=${name}`);
}

function isSet(env: NodeJS.ProcessEnv, variable: string): boolean {
  return (env[variable] ?? '') !== '';
}

/** `variables`: the names of the variables for model and voice. */
function readSettings<Config>(
  env: NodeJS.ProcessEnv,
  { name, choice: { baseUrl = '', takes } }: Named<Config>,
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
