import { describe, expect, it } from 'vitest';
import { STT_PROVIDERS, TTS_PROVIDERS, TURN_MODELS, VAD_PROVIDERS } from '../../../providers/registry.ts';
import { sessionConfigSchema } from '../../../src/session/config/schema.ts';
import { faultsOf } from './faults.ts';
import { SESSION_TABLES } from './sessionTables.ts';
import { STT_TABLES } from './sttTables.ts';
import { DEPENDENT, KEY, OPTIONAL, REQUIRED, inTts } from './table.ts';
import { TTS_TABLES } from './ttsTables.ts';

describe.each(Object.entries({ ...SESSION_TABLES, ...STT_TABLES, ...TTS_TABLES }))(
  'spec %s',
  (_, { at, rows, config, isOpen }) => {
    const required = rows.filter(([, fallback]) => fallback === REQUIRED);
    const given = Object.fromEntries(required.map(([field, , [lawful]]) => [field, lawful]));
    const pathOf = (field: string): string => (at === '' ? field : `${at}.${field}`);
    const configWith = (field: string, value: unknown): object => config({ ...given, [field]: value });

    const fields = fieldsOf(at, config(given));
    it.skipIf(fields === null)('has a row for each field', () => {
      const missing = fields?.filter((name) => !rows.some(([field]) => field === name));
      expect(missing?.map((name) => `${pathOf(name)}: add [name, default, lawful values, unlawful values]`)).toEqual(
        [],
      );
    });

    it('has these fields and no other', () => {
      const filled = Object.keys(valueAt(sessionConfigSchema().parse(config(given)), at) as object);
      const filledIn = rows
        .filter(([, fallback]) => fallback !== OPTIONAL && fallback !== DEPENDENT)
        .map(([field]) => field);
      expect(filled.filter((field) => field !== 'provider').toSorted()).toEqual(filledIn.toSorted());
      expect(faultsOf(configWith('no_such_field', 1))).toEqual(
        isOpen === true ? [] : [{ path: pathOf('no_such_field'), expected: 'no such field', got: 'a number' }],
      );
    });

    it.each(required)('requires %s', (field) => {
      const faults = faultsOf(configWith(field, undefined));
      expect(faults.map(({ got }) => got)).toEqual(['nothing']);
      expect(faults[0]?.path).toMatch(startOf(pathOf(field)));
    });

    const defaulted = rows.filter(([, fallback]) => typeof fallback !== 'symbol');
    it.each(defaulted)('defaults %s to %j', (field, fallback) => {
      expect(valueAt(sessionConfigSchema().parse(config(given)), pathOf(field))).toEqual(fallback);
    });

    const lawful = rows.flatMap(([field, , values]) => values.map((value) => [field, value] as const));
    it.each(lawful)('lets %s be %j', (field, value) => {
      const filled = sessionConfigSchema().parse(configWith(field, value));
      expect({ [field]: valueAt(filled, pathOf(field)) }).toMatchObject({ [field]: value });
    });

    const unlawful = rows.flatMap(([field, fallback, , values]) =>
      [...values, ...(field === 'filler' || fallback === DEPENDENT ? [] : [() => {}])].map(
        (value) => [field, value] as const,
      ),
    );
    it.each(unlawful)('refuses that %s be %o', (field, value) => {
      const faults = faultsOf(configWith(field, value));
      expect(faults).not.toEqual([]);
      for (const { path } of faults) expect(path).toMatch(startOf(pathOf(field)));
    });
  },
);

describe('spec 2.6 TTS.ProviderC at telephony encodings', () => {
  const rates = ['mulaw', 'alaw'].flatMap((encoding) =>
    [8000, 16_000].map((sample_rate) => ({ encoding, sample_rate })),
  );
  it.each(rates)('lets %o be', (settings) => {
    expect(faultsOf(inTts('deepgram')({ ...KEY, ...settings }))).toEqual([]);
  });

  it.each([24_000, 32_000, 48_000, undefined])('refuses a sample_rate of %s', (sample_rate) => {
    expect(faultsOf(inTts('deepgram')({ ...KEY, encoding: 'mulaw', sample_rate }))).toEqual([
      {
        path: 'tts.sample_rate',
        expected: '8000 or 16000, because `encoding` is not linear16',
        got: String(sample_rate ?? 'nothing'),
      },
    ]);
  });
});

const PROVIDERS: Readonly<Record<string, object>> = {
  vad: VAD_PROVIDERS,
  stt: STT_PROVIDERS,
  tts: TTS_PROVIDERS,
  turn_detection: TURN_MODELS,
};

/** The fields of a whole config or of a provider; null for what is inside. */
function fieldsOf(at: string, config: object): readonly string[] | null {
  const { provider } = (valueAt(config, at) ?? {}) as { readonly provider?: string };
  const entries = (PROVIDERS[at] ?? {}) as Readonly<Record<string, { readonly schema: () => unknown }>>;
  const schema = at === '' ? sessionConfigSchema() : entries[provider ?? '']?.schema();
  if (schema === undefined) return null;
  return Object.keys((schema as { readonly shape: object }).shape).filter((name) => name !== 'provider');
}

function valueAt(value: unknown, path: string): unknown {
  const names = path.match(/[^.[\]]+/gu) ?? [];
  return names.reduce((inner: unknown, name) => (inner as Record<string, unknown>)[name], value);
}

/** The field itself or something inside it. */
function startOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.[\]]/gu, '\\$&')}(?:$|[.[])`, 'u');
}
