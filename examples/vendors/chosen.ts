import type { SttConfig, TtsConfig } from 'antiphon/providers';
import { RECOGNISERS, VOICES } from './choices.ts';
import type { Choice } from './choices.ts';

/** Who hears and who speaks. */
export interface Chosen {
  readonly stt: SttConfig;
  readonly tts: TtsConfig;
}

/** The language model's key, wherever it comes from. */
const MODEL = ['OPENAI_API_KEY'];

/**
 * The vendors that STT and TTS name, with their keys from the environment. Deepgram hears and ElevenLabs speaks, if nothing
 * is said. Throws an Error that names every variable that is missing, and what for.
 */
export function chosenIn(env: NodeJS.ProcessEnv): Chosen {
  const hears = named('STT', env['STT'] || 'deepgram', RECOGNISERS);
  const speaks = named('TTS', env['TTS'] || 'elevenlabs', VOICES);
  const missing = [
    ...lacking(`STT=${hears.name}`, hears.choice.needs, env),
    ...lacking(`TTS=${speaks.name}`, speaks.choice.needs, env),
    ...lacking('the language model', MODEL, env),
  ];
  if (missing.length > 0) throw new Error(['these variables are not set:', ...missing].join('\n'));
  const read = (variable: string): string => env[variable] ?? '';
  return { stt: hears.choice.configure(read), tts: speaks.choice.configure(read) };
}

function named<Config>(
  variable: string,
  name: string,
  choices: Readonly<Record<string, Choice<Config>>>,
): { readonly name: string; readonly choice: Choice<Config> } {
  const choice = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (choice !== undefined) return { name, choice };
  throw new Error(`${variable}: expected one of ${Object.keys(choices).join(', ')}, got "${name}"`);
}

function lacking(purpose: string, needs: readonly string[], env: NodeJS.ProcessEnv): string[] {
  return needs.filter((name) => (env[name] ?? '') === '').map((name) => `  ${name.padEnd(24)} for ${purpose}`);
}
