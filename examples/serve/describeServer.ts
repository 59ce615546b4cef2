import type { Engines } from '../vendors/selectEngines.ts';
import { DEFAULT_MODEL } from '../concierge/completion.ts';

/** Describes the listening server for the terminal. */
export function describeServer(url: string, engines: Engines, env: NodeJS.ProcessEnv): readonly string[] {
  return [
    `The concierge is listening: ${url}`,
    '',
    ...Object.entries(describeEngines(engines, env)).map(([purpose, engine]) => `  ${purpose.padEnd(8)} ${engine}`),
    `  records  ${describeRecordings(env)}`,
    '',
    adviseEngines(engines),
  ];
}

/** Describes the agent for the page. */
export const ABOUT = 'The concierge of a small restaurant answers.';

/** Whether the agent understands only its phrases. */
export function isLimitedToPhrases({ stt }: Engines, env: NodeJS.ProcessEnv): boolean {
  return stt.provider === 'local' || !hasModel(env);
}

/** Names the engines that hear, answer and speak. */
export function describeEngines({ stt, tts }: Engines, env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return {
    hears: nameEngine(stt),
    answers: hasModel(env) ? `${modelIn(env)} (openai)` : 'built-in rules (set OPENAI_API_KEY for a language model)',
    speaks: nameEngine(tts),
  };
}

function nameEngine({ provider, ...settings }: Engines['stt'] | Engines['tts']): string {
  if (provider === 'local') return 'built-in (a better one: npx antiphon models)';
  const model = 'model' in settings && typeof settings.model === 'string' ? settings.model : '';
  return model === '' ? provider : `${provider} (${model})`;
}

function adviseEngines({ stt, tts }: Engines): string {
  return stt.provider === 'local' && tts.provider === 'local'
    ? 'To hear any sentence with a natural voice, pull models: see docs/local-models.md. To use a vendor, set its keys.'
    : 'To use the built-in engines, run ENGINES=local npm start.';
}

function describeRecordings({ RECORD = '' }: NodeJS.ProcessEnv): string {
  return RECORD === ''
    ? 'every call, until this server ends (to keep them: RECORD=folder)'
    : `every call, into ${RECORD}`;
}

function hasModel({ OPENAI_API_KEY = '' }: NodeJS.ProcessEnv): boolean {
  return OPENAI_API_KEY !== '';
}

function modelIn({ OPENAI_MODEL = DEFAULT_MODEL }: NodeJS.ProcessEnv): string {
  return OPENAI_MODEL;
}
