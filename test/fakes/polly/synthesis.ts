import * as z from 'zod';
import type { ClientRequest } from '../kit/fake.ts';

export type Body = Readonly<Record<string, unknown>>;

const common = {
  Engine: z.enum(['standard', 'neural', 'long-form', 'generative']).optional(),
  LanguageCode: z
    .string()
    .regex(/^(?:[a-z]{2,3}-[A-Z]{2}(?:-[A-Z]{3})?|arb)$/u)
    .optional(),
  LexiconNames: z
    .array(z.string().regex(/^[0-9A-Za-z]{1,20}$/u))
    .max(5)
    .optional(),
  Text: z.string().min(1).max(3000),
  TextType: z.enum(['text', 'ssml']).optional(),
  VoiceId: z.string().regex(/^[A-Z][a-z]+$/u),
};

const body = z.discriminatedUnion('OutputFormat', [
  z.strictObject({ ...common, OutputFormat: z.literal('pcm'), SampleRate: z.enum(['8000', '16000']).optional() }),
  z.strictObject({
    ...common,
    OutputFormat: z.literal('json'),
    SpeechMarkTypes: z.array(z.enum(['sentence', 'ssml', 'viseme', 'word'])).min(1),
  }),
]);

const SPEAK = /^<speak>(.*)<\/speak>$/su;
/** A tag or an entity; any other `<` or `&` is not well-formed. */
const TAG = /<\/?[a-z][^<>]*>|&(?:amp|lt|gt|quot|apos);/gu;

/** Parses the body of a request; `{}` if it is not an object of JSON. */
export function parseBody({ body: bytes }: ClientRequest): Body {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as Body;
  } catch {
    return {};
  }
}

/** Finds the violations in a body, with the names of Polly's exceptions where they say more. */
export function validateBody(given: Body): readonly string[] {
  const { Engine, OutputFormat, Text, TextType } = given;
  const { error } = body.safeParse(given);
  const isSsml = TextType === 'ssml';
  return [
    ...(error?.issues ?? []).map(({ path, message }) => `ValidationException: ${path.join('.')}: ${message}`),
    ...(isSsml && !isWellFormed(String(Text)) ? ['InvalidSsmlException'] : []),
    ...(OutputFormat === 'json' && Engine === 'generative' ? ['speech marks of the generative engine'] : []),
  ];
}

function isWellFormed(text: string): boolean {
  const inside = SPEAK.exec(text)?.[1];
  return inside !== undefined && !/[<&]/u.test(inside.replaceAll(TAG, ''));
}

/** Returns the text that is spoken, without tags. */
export function readText({ Text, TextType }: Body): string {
  return TextType === 'ssml' ? String(Text).replaceAll(TAG, '') : String(Text);
}

/** Creates the marks of the words, timed by their place in the spoken text. Offsets are in bytes of the input. */
export function createMarks(given: Body, durationMs: number): string {
  const input = String(given['Text']);
  const spoken = readText(given);
  const bytesTo = (index: number): number => Buffer.byteLength(input.slice(0, index));
  let from = 0;
  const marks = [...spoken.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)].map(({ 0: value, index }) => {
    const at = input.indexOf(value, from);
    from = at + value.length;
    const time = Math.round((durationMs * index) / spoken.length);
    return JSON.stringify({ time, type: 'word', start: bytesTo(at), end: bytesTo(from), value });
  });
  return marks.map((mark) => `${mark}\n`).join('');
}
