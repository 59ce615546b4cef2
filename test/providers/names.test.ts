import { describe, expect, test } from 'vitest';
import { STT, TTS, TurnDetection, VAD } from '../../providers/names.ts';
import {
  STT_PROVIDERS,
  TTS_PROVIDERS,
  TURN_MODELS,
  VAD_PROVIDERS,
  type ProviderEntry,
} from '../../providers/registry.ts';

type Names = Readonly<Record<string, (settings?: object) => object>>;

const KINDS: readonly (readonly [object: string, names: unknown, table: object])[] = [
  ['STT', STT, STT_PROVIDERS],
  ['TTS', TTS, TTS_PROVIDERS],
  ['VAD', VAD, VAD_PROVIDERS],
  ['TurnDetection', TurnDetection, TURN_MODELS],
];

const providers = KINDS.flatMap(([object, names, table]) =>
  Object.entries(table).map(([provider, entry]: [string, ProviderEntry<never, never, unknown>]) => ({
    title: `${object}.${entry.name}`,
    names: names as Names,
    provider,
    entry,
  })),
);

describe.each(providers)('$title', ({ names, provider, entry }) => {
  const fields = Object.keys((entry.schema() as unknown as { readonly shape: object }).shape);

  test('names itself and takes the settings as they are', () => {
    expect(names[entry.name]?.({ any: 'thing' })).toEqual({ provider, any: 'thing' });
    expect(names[entry.name]?.()).toEqual({ provider });
  });

  test('is its alias', () => {
    expect(names[entry.alias ?? entry.name]).toBe(names[entry.name]);
  });

  test('refuses a setting that there is not', () => {
    const [field = ''] = fields.filter((name) => name !== 'provider');
    const fault = entry.schema().safeParse({ provider, [`${field}x`]: 1 }).error;
    expect(fault?.issues.map(({ code }) => code)).toContain('unrecognized_keys');
  });
});

const ports = providers.filter(({ title }) => /^(?:STT|TTS)\./u.test(title));

test.each(ports)('the port of $title refuses a setting that there is not', ({ entry }) => {
  const [, field = ''] = Object.keys((entry.schema() as unknown as { readonly shape: object }).shape);
  const path = `${entry.create.name}.${field}x`;
  expect(() => entry.create({ [`${field}x`]: 'a' } as never)).toThrow(
    expect.objectContaining({
      code: 'usage_invalid',
      message: `${path}: there is no option "${field}x"; did you mean "${field}"?`,
      details: { path },
    }),
  );
});

test('the letters of the spec are other names', () => {
  expect([STT.ProviderA, STT.ProviderB, STT.ProviderC]).toEqual([STT.OpenAI, STT.Azure, STT.Deepgram]);
  expect([TTS.ProviderA, TTS.ProviderB, TTS.ProviderC]).toEqual([TTS.OpenAI, TTS.Azure, TTS.Deepgram]);
  expect([TTS.ProviderD, TTS.ProviderE, TTS.ProviderF]).toEqual([TTS.ElevenLabs, TTS.Google, TTS.Cartesia]);
  expect([TTS.ProviderG, VAD.ProviderV]).toEqual([TTS.Fish, VAD.Silero]);
});
