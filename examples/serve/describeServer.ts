import type { Engines } from '../vendors/selectEngines.ts';
import { DEFAULT_MODEL } from '../concierge/completion.ts';

/** Describes the listening server for the terminal. */
export function describeServer(url: string, engines: Engines, env: NodeJS.ProcessEnv): readonly string[] {
  return [
    `The concierge is listening: ${url}`,
    '',
    ...Object.entries(describeEngines(engines, env)).map(([purpose, engine]) => `  ${purpose.padEnd(8)} ${engine}`),
    ...recordsIn(env),
    '',
    adviseEngines(engines),
  ];
}

/** Describes the agent for the page. */
export const ABOUT = 'The concierge of a small restaurant answers.';

/** Whether the agent understands nothing but its phrases. */
export function isLimitedToPhrases({ stt }: Engines, env: NodeJS.ProcessEnv): boolean {
  return stt.provider === 'local' || !hasModel(env);
}

/** Names what hears, answers and speaks. */
export function describeEngines({ stt, tts }: Engines, env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return {
    hears: nameEngine(stt),
    answers: hasModel(env) ? `${modelIn(env)} (openai)` : 'rules of its own (with OPENAI_API_KEY, a language model)',
    speaks: nameEngine(tts),
  };
}

function nameEngine({ provider, ...settings }: Engines['stt'] | Engines['tts']): string {
  if (provider === 'local') return 'local (this machine)';
  const model = 'model' in settings && typeof settings.model === 'string' ? settings.model : '';
  return model === '' ? provider : `${provider} (${model})`;
}

function adviseEngines({ stt, tts }: Engines): string {
  return stt.provider === 'local' && tts.provider === 'local'
    ? 'With the key of a vendor in the environment, its engine hears or speaks: see docs/getting-started.md.'
    : 'ENGINES=local npm start uses the engines of this machine.';
}

function recordsIn({ RECORD = '' }: NodeJS.ProcessEnv): readonly string[] {
  return RECORD === '' ? [] : [`  records  every session, into ${RECORD}`];
}

function hasModel({ OPENAI_API_KEY = '' }: NodeJS.ProcessEnv): boolean {
  return OPENAI_API_KEY !== '';
}

function modelIn({ OPENAI_MODEL = DEFAULT_MODEL }: NodeJS.ProcessEnv): string {
  return OPENAI_MODEL;
}
