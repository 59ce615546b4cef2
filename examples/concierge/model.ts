/** The language model that answers where OPENAI_MODEL names none. */
export const DEFAULT_MODEL = 'gpt-6-luna';
