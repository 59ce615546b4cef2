import { describe, expect, test } from 'vitest';
import { manifest } from '../../../providers/speechmatics/manifest.ts';
import {
  speechmaticsSttSchema,
  type FilledSpeechmaticsStt,
  type SpeechmaticsSttSettings,
} from '../../../providers/speechmatics/settings.ts';
import { createSpeechmaticsSttWire } from '../../../providers/speechmatics/stt.ts';
import { parseObject, type JsonObject } from '../../../src/wire/json.ts';

const KEY = { provider: 'speechmatics', api_key: 'secret' } as const;

function filled(settings: Partial<SpeechmaticsSttSettings> = {}): FilledSpeechmaticsStt {
  return speechmaticsSttSchema().parse({ ...KEY, ...settings });
}

/** The first message. */
function start(settings: Partial<SpeechmaticsSttSettings> = {}): JsonObject | null {
  const [action] = createSpeechmaticsSttWire(filled(settings)).dialect().open();
  return action?.kind === 'send' ? parseObject(action.frame) : null;
}

function faults(settings: object): readonly string[] {
  const { error } = speechmaticsSttSchema().safeParse({ ...KEY, ...settings });
  return error?.issues.map(({ path }) => path.join('.')) ?? [];
}

const DEFAULTS = {
  language: 'en',
  model: 'enhanced',
  max_delay: 2,
  max_delay_mode: 'flexible',
  enable_partials: true,
  diarization: 'none',
};

describe('the request', () => {
  test('has the key in its header, and nothing in its address', () =>
    expect(createSpeechmaticsSttWire(filled()).request()).toEqual({
      url: 'wss://eu.rt.speechmatics.com/v2',
      headers: { Authorization: 'Bearer secret' },
    }));

  test.each([
    [{ region: 'us' }, 'wss://us.rt.speechmatics.com/v2'],
    [{ region: 'global' }, 'wss://global.rt.speechmatics.com/v2'],
    [{ base_url: 'http://localhost:9000/asr/' }, 'ws://localhost:9000/asr/v2'],
    [{ extra: { query: { 'sm-app': 'desk' } } }, 'wss://eu.rt.speechmatics.com/v2?sm-app=desk'],
  ] as const)('of %j goes to %s', (settings, url) =>
    expect(createSpeechmaticsSttWire(filled(settings)).request().url).toBe(url),
  );
});

describe('StartRecognition', () => {
  test('is this, where nothing is set', () =>
    expect(start()).toEqual({
      message: 'StartRecognition',
      audio_format: { type: 'raw', encoding: 'pcm_s16le', sample_rate: 16_000 },
      transcription_config: DEFAULTS,
    }));

  test.each<[settings: Partial<SpeechmaticsSttSettings>]>([
    [{ language: 'cmn_en', output_locale: 'cmn-Hant' }],
    [{ domain: 'medical' }],
    [{ model: 'standard' }],
    [{ additional_vocab: ['Antiphon', { content: 'gnocchi', sounds_like: ['nyohki'] }] }],
    [{ max_delay: 0.7, max_delay_mode: 'fixed' }],
    [{ enable_partials: false }],
    [{ diarization: 'speaker' }],
    [{ diarization: 'speaker', speaker_diarization_config: { max_speakers: 2, prefer_current_speaker: true } }],
  ])('has %j', (settings) => expect(start(settings)?.['transcription_config']).toEqual({ ...DEFAULTS, ...settings }));

  test('has the rate', () =>
    expect(start({ sample_rate: 8000 })?.['audio_format']).toMatchObject({ sample_rate: 8000 }));

  test('has the fields of extra', () =>
    expect(start({ extra: { body: { transcription_config: { enable_entities: true } } } })).toMatchObject({
      transcription_config: { ...DEFAULTS, enable_entities: true },
    }));

  test('does not let them change what is set', () => {
    for (const name of [...Object.keys(DEFAULTS), 'operating_point', 'conversation_config'])
      expect(faults({ extra: { body: { transcription_config: { [name]: 'x' } } } })).toEqual([
        `extra.body.transcription_config.${name}`,
      ]);
    expect(faults({ extra: { query: { jwt: 'x' } } })).toEqual(['extra.query.jwt']);
  });
});

describe('unsupported', () => {
  const speaker_diarization_config = { max_speakers: 2 };

  test('are speakers that are not told apart', () => {
    const settings = filled({ speaker_diarization_config });
    expect(manifest.stt.findUnsupported?.(settings)).toEqual([
      {
        path: 'speaker_diarization_config',
        expected: 'nothing, because `diarization` is "none"',
        got: '{"max_speakers":2}',
      },
    ]);
    expect(start({ speaker_diarization_config })?.['transcription_config']).toEqual(DEFAULTS);
  });

  test('is nothing else', () => {
    expect(manifest.stt.findUnsupported?.(filled())).toEqual([]);
    expect(manifest.stt.findUnsupported?.(filled({ diarization: 'speaker', speaker_diarization_config }))).toEqual([]);
  });
});

describe('the languages', () => {
  test.each<[settings: Partial<SpeechmaticsSttSettings>, tags: readonly string[]]>([
    [{}, ['en']],
    [{ output_locale: 'en-GB' }, ['en-GB']],
    [{ language: 'cmn_en', output_locale: 'en-GB' }, ['zh', 'en']],
    [{ language: 'es', domain: 'bilingual-en' }, ['es', 'en']],
    [{ language: 'tl' }, ['fil', 'en']],
  ])('of %j are %j', (settings, tags) => expect(manifest.stt.listLanguages(filled(settings))).toEqual(tags));

  test.each([
    ['de-AT', 'de'],
    ['zh-CN', 'cmn'],
    ['nb-NO', 'no'],
    ['fil', 'tl'],
  ])('%s is %s', (tag, language) => expect(manifest.stt.withLanguage({ ...KEY }, tag)).toEqual({ ...KEY, language }));
});
