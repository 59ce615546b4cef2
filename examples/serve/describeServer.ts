import type { SessionConfig } from 'antiphon';
import { DEFAULT_MODEL } from '../concierge/completion.ts';

/** Describes the running server for the terminal. */
export function describeServer(url: string, config: SessionConfig<object>, env: NodeJS.ProcessEnv): readonly string[] {
  const { vad, stt, tts } = config;
  return [
    `The concierge is listening: ${url}`,
    '',
    `  port     ${new URL(url).port}`,
    `  hears    ${vad.provider} (voice activity), ${stt.provider} (speech to text)`,
    `  answers  ${modelIn(env)}`,
    `  speaks   ${tts.provider} (text to speech)`,
    ...recordsIn(env),
    '',
    'Open the page and talk to it. Ctrl-C ends.',
  ];
}

/** Describes the agent for the page. */
export function describeConcierge(env: NodeJS.ProcessEnv): string {
  const { OPENAI_API_KEY = '', OPENAI_MODEL = DEFAULT_MODEL } = env;
  const by = OPENAI_API_KEY === '' ? 'by rules, without a language model' : `with ${OPENAI_MODEL}`;
  return `The concierge of a small restaurant answers, ${by}.`;
}

function recordsIn({ RECORD = '' }: NodeJS.ProcessEnv): readonly string[] {
  return RECORD === '' ? [] : [`  records  every session, into ${RECORD}`];
}

function modelIn({ OPENAI_API_KEY = '', OPENAI_MODEL = DEFAULT_MODEL }: NodeJS.ProcessEnv): string {
  return OPENAI_API_KEY === '' ? 'rules of its own; with OPENAI_API_KEY a language model' : OPENAI_MODEL;
}
