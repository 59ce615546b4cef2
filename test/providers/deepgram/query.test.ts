import { describe, expect, test } from 'vitest';
import { createDeepgramSttWire } from '../../../providers/deepgram/stt.ts';
import { findUnsupportedDeepgramStt } from '../../../providers/deepgram/unsupported.ts';
import {
  deepgramSttSchema,
  type DeepgramSttSettings,
  type FilledDeepgramStt,
} from '../../../providers/deepgram/settings.ts';

function url(settings: Partial<DeepgramSttSettings> = {}): URL {
  return new URL(createDeepgramSttWire(filled(settings)).request().url);
}

function filled(settings: Partial<DeepgramSttSettings>): FilledDeepgramStt {
  return deepgramSttSchema().parse({ api_key: 'secret', ...settings, provider: 'deepgram' });
}

function asked(name: string, settings: Partial<DeepgramSttSettings>): readonly string[] {
  return url(settings).searchParams.getAll(name);
}

describe('/v1/listen', () => {
  test('is this, where nothing is set', () =>
    expect(url().href).toBe(
      'wss://api.deepgram.com/v1/listen?model=nova-3&language=en-US&encoding=linear16&sample_rate=16000&channels=1' +
        '&interim_results=true&punctuate=true&smart_format=true&endpointing=25&profanity_filter=false' +
        '&no_delay=true&filler_words=true',
    ));

  test.each<[name: string, settings: Partial<DeepgramSttSettings>, values: readonly string[]]>([
    ['model', { model: 'nova-2-phonecall' }, ['nova-2-phonecall']],
    ['language', { language: 'multi' }, ['multi']],
    ['interim_results', { interim_results: false }, ['false']],
    ['punctuate', { punctuate: false }, ['false']],
    ['smart_format', { smart_format: false }, ['false']],
    ['no_delay', { smart_format: false }, []],
    ['no_delay', { no_delay: false }, ['false']],
    ['sample_rate', { sample_rate: 8000 }, ['8000']],
    ['endpointing', { endpointing_ms: 300 }, ['300']],
    ['endpointing', { endpointing_ms: 0 }, ['false']],
    ['filler_words', { filler_words: false }, ['false']],
    ['profanity_filter', { profanity_filter: true }, ['true']],
    ['numerals', { numerals: true }, ['true']],
    ['numerals', { numerals: false }, ['false']],
    ['redact', { redact: 'pci' }, ['pci']],
    ['redact', { redact: ['pci', 'ssn'] }, ['pci', 'ssn']],
    ['mip_opt_out', { mip_opt_out: true }, ['true']],
    ['tag', { tag: ['support', 'eu'] }, ['support', 'eu']],
    ['eot_threshold', { eot_threshold: 0.7 }, []],
  ])('%s of %j', (name, settings, values) => expect(asked(name, settings)).toEqual(values));

  const keywords = [
    ['Antiphon', 2.5],
    ['customer service', 1],
    ['um', -3],
    ['uh', 0],
  ] as const;

  test.each(['nova-3', 'nova-3-general', 'nova-3-medical'])('%s is given terms without weights', (model) => {
    expect(asked('keyterm', { model, keywords })).toEqual(['Antiphon', 'customer service']);
    expect(asked('keywords', { model, keywords })).toEqual([]);
  });

  test.each(['nova-2', 'nova-2-medical', 'nova', 'nova-general', 'enhanced', 'base'])(
    '%s is given each with its weight',
    (model) => {
      expect(asked('keywords', { model, keywords })).toEqual(['Antiphon:2.5', 'customer service:1', 'um:-3', 'uh:0']);
      expect(asked('keyterm', { model, keywords })).toEqual([]);
    },
  );

  test('a base takes the place of the address, and keeps the path', () => {
    expect(url({ base_url: 'https://api.eu.deepgram.com' }).href).toMatch(
      /^wss:\/\/api\.eu\.deepgram\.com\/v1\/listen\?/u,
    );
    expect(url({ base_url: 'ws://proxy:8080/deepgram/' }).href).toMatch(/^ws:\/\/proxy:8080\/deepgram\/v1\/listen\?/u);
  });

  test('the key travels in the header alone', () => {
    const { request } = createDeepgramSttWire(deepgramSttSchema().parse({ api_key: 'secret', provider: 'deepgram' }));
    expect(request().headers).toEqual({ Authorization: 'Token secret' });
    expect(request().url).not.toContain('secret');
  });
});

describe('/v2/listen', () => {
  test('requests turns that only we end', () =>
    expect(url({ model: 'flux-general-en', keywords: [['Antiphon', 2]] }).href).toBe(
      'wss://api.deepgram.com/v2/listen?model=flux-general-en&encoding=linear16&sample_rate=16000' +
        '&eot_threshold=1&eot_timeout_ms=30000&keyterm=Antiphon&profanity_filter=false',
    ));

  test('the multilingual model gets the language', () =>
    expect(asked('language_hint', { model: 'flux-general-multi', language: 'de-AT' })).toEqual(['de']));
});

describe('/v2/listen', () => {
  const model = 'flux-general-en';

  test.each<[name: string, settings: Partial<DeepgramSttSettings>, values: readonly string[]]>([
    ['eot_threshold', { eot_threshold: 0.7 }, ['0.7']],
    ['eot_timeout_ms', { eot_timeout_ms: 5000 }, ['5000']],
    ['eager_eot_threshold', { eager_eot_threshold: 0.4 }, ['0.4']],
    ['eager_eot_threshold', {}, []],
    ['numerals', { numerals: true }, ['true']],
    ['redact', { redact: ['numbers'] }, ['numbers']],
    ['mip_opt_out', { mip_opt_out: true }, ['true']],
    ['tag', { tag: 'support' }, ['support']],
  ])('%s of %j', (name, settings, values) => expect(asked(name, { model, ...settings })).toEqual(values));

  test.each<[path: string, settings: object]>([
    ['eot_threshold', { eot_threshold: 0.49 }],
    ['eot_threshold', { eot_threshold: 1.01 }],
    ['eot_timeout_ms', { eot_timeout_ms: 499 }],
    ['eot_timeout_ms', { eot_timeout_ms: 60_001 }],
    ['eager_eot_threshold', { eager_eot_threshold: 0.29 }],
    ['eager_eot_threshold', { eager_eot_threshold: 0.91 }],
    ['eager_eot_threshold', { eager_eot_threshold: 0.8, eot_threshold: 0.7 }],
    ['redact', { redact: ['numbers', 'pci'] }],
    ['redact', { redact: [''] }],
  ])('%s is refused in %j', (path, settings) => {
    const { error } = deepgramSttSchema().safeParse({ provider: 'deepgram', api_key: 'secret', model, ...settings });
    expect([...new Set(error?.issues.map((issue) => issue.path[0]))]).toEqual([path]);
  });
});

describe('what is remarked on', () => {
  const remarks = (settings: Partial<DeepgramSttSettings>): readonly string[] =>
    findUnsupportedDeepgramStt(filled(settings)).map(({ path }) => path);

  test('nothing, where nothing is set', () => {
    expect(remarks({})).toEqual([]);
    expect(remarks({ model: 'flux-general-en' })).toEqual([]);
  });

  test('terms that Nova-3 cannot suppress', () =>
    expect(
      findUnsupportedDeepgramStt(
        filled({
          keywords: [
            ['Antiphon', 1],
            ['um', -3],
          ],
        }),
      ),
    ).toEqual([
      {
        path: 'keywords[1]',
        expected: 'a weight above 0: nova-3 cannot suppress a term, and ignores this one',
        got: '"um" with -3',
      },
    ]));

  test.each(['nova-3', 'flux-general-en'])('weights that %s ignores', (model) =>
    expect(
      findUnsupportedDeepgramStt(
        filled({
          model,
          keywords: [
            ['Antiphon', 1],
            ['Nguyen', 2.5],
          ],
        }),
      ),
    ).toEqual([
      {
        path: 'keywords[1]',
        expected: `a weight of 1: ${model} takes terms without weights`,
        got: '"Nguyen" with 2.5',
      },
    ]),
  );

  test('the silence that ends speech, with Flux', () => {
    expect(remarks({ model: 'flux-general-en', endpointing_ms: 300 })).toEqual(['endpointing_ms']);
    expect(remarks({ endpointing_ms: 300 })).toEqual([]);
  });

  test('no term of a model that can', () => expect(remarks({ model: 'nova-2', keywords: [['um', -3]] })).toEqual([]));

  test('the turns of Flux, with a model that has none', () =>
    expect(remarks({ eot_threshold: 0.7, eot_timeout_ms: 5000, eager_eot_threshold: 0.4 })).toEqual([
      'eot_threshold',
      'eot_timeout_ms',
      'eager_eot_threshold',
    ]));

  test('what Flux decides for itself', () => {
    const off = { interim_results: false, punctuate: false, smart_format: false, no_delay: false, filler_words: false };
    expect(remarks({ model: 'flux-general-en', language: 'de', ...off })).toEqual(['language', ...Object.keys(off)]);
    expect(remarks({ model: 'flux-general-multi', language: 'de' })).toEqual([]);
  });
});

describe('extra', () => {
  const extra = { query: { diarize: true, search: ['a', 'b'] }, headers: { 'X-Tenant': 'seven' } };

  test('is added to the query and to the headers', () => {
    const { url: address, headers } = createDeepgramSttWire(
      deepgramSttSchema().parse({ api_key: 'secret', extra, provider: 'deepgram' }),
    ).request();
    expect(address).toMatch(/&filler_words=true&diarize=true&search=a&search=b$/u);
    expect(headers).toEqual({ Authorization: 'Token secret', 'X-Tenant': 'seven' });
  });

  test.each(['nova-3', 'nova-2', 'flux-general-en', 'flux-general-multi'])(
    'cannot override what is sent to %s',
    (model) => {
      const keywords = [['Antiphon', 1]] as const;
      const redact = 'numbers';
      const named = { numerals: true, redact, mip_opt_out: true, tag: 'a', eager_eot_threshold: 0.5 };
      for (const name of url({ model, keywords, ...named }).searchParams.keys()) {
        const settings = { api_key: 'secret', model, extra: { query: { [name]: 'other' } }, provider: 'deepgram' };
        expect(deepgramSttSchema().safeParse(settings).error?.issues[0]?.path).toEqual(['extra', 'query', name]);
      }
    },
  );
});
