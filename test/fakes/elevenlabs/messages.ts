/** The messages of a client. */
export interface Message {
  readonly text?: string;
  readonly context_id?: string;
  readonly flush?: boolean;
  readonly voice_settings?: Readonly<Record<string, unknown>>;
  readonly generation_config?: { readonly chunk_length_schedule?: readonly number[] };
  readonly pronunciation_dictionary_locators?: readonly Readonly<Record<string, unknown>>[];
  readonly close_context?: boolean;
  readonly close_socket?: boolean;
}

/** Finds the violations in a message that opens a context. */
export function validateOpening({ text, ...message }: Message): string[] {
  const { voice_settings: settings = {}, generation_config: generation = {} } = message;
  const { chunk_length_schedule: schedule = [50], ...others } = generation;
  return [
    ...findUnknown(message, ['context_id', 'voice_settings', 'generation_config', 'pronunciation_dictionary_locators']),
    ...(text === ' ' ? [] : [`a context that begins with ${JSON.stringify(text)}`]),
    ...Object.entries(settings)
      .filter(isInvalidSetting)
      .map(([name]) => `the voice setting ${name}`),
    ...(schedule.length > 0 && schedule.every(isLength) ? [] : ['chunk_length_schedule']),
    ...Object.keys(others).map((name) => `generation_config.${name}`),
  ];
}

/** Finds the violations in a further message of a context. */
export function validateText(message: Message, hasTags: boolean): string[] {
  const { text, flush } = message;
  return [
    ...findUnknown(message, ['context_id', 'text', 'flush']),
    ...(text === undefined && flush !== true ? ['neither text nor a flush'] : []),
    ...(text === undefined || text === '' || text.endsWith(' ') ? [] : [`no space behind ${JSON.stringify(text)}`]),
    ...(text === '' && flush === true ? ['a flush with empty text'] : []),
    ...(hasTags && !isWhole(text ?? '') ? [`a tag is cut in two: ${text}`] : []),
  ];
}

export function findUnknown(message: object, known: readonly string[]): string[] {
  const names = Object.keys(message).filter((name) => !known.includes(name));
  return names.map((name) => `the field ${name}`);
}

const NUMBERS: readonly string[] = ['stability', 'similarity_boost', 'style', 'speed'];

function isInvalidSetting([name, value]: readonly [name: string, value: unknown]): boolean {
  return name === 'use_speaker_boost'
    ? typeof value !== 'boolean'
    : !NUMBERS.includes(name) || typeof value !== 'number';
}

function isLength(chars: number): boolean {
  return Number.isInteger(chars) && chars >= 50 && chars <= 500;
}

/** Checks whether every tag is whole, and every element closed. */
function isWhole(text: string): boolean {
  const tags = text.match(/<\/?[a-z][\w-]*(?:\s\s*[\w-]+="[^"]*")*\s*\/?>/giu) ?? [];
  const closing = tags.filter((tag) => tag.startsWith('</')).length;
  const opening = tags.filter((tag) => !tag.startsWith('</') && !tag.endsWith('/>')).length;
  return opening === closing && !/<[a-z/][^<>]*$/iu.test(text.trimEnd());
}
