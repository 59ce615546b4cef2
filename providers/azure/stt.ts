import type { Issue } from '../../src/core/errors.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import { createWebSocketStt } from '../../src/wire/stt/createWebSocketStt.ts';
import type { SttWire } from '../../src/wire/stt/dialect.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import type { WireOptions } from '../../src/wire/options.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import type { WireDeps } from '../../src/wire/wireDeps.ts';
import { createWireDeps } from '../../src/wire/wireDeps.ts';
import { PROFANITY_NAMES } from './recognition.ts';
import { classifyAzureEnd, createHeaders, selectOrigin } from './service.ts';
import type { AzureSttSettings, FilledAzureStt } from './settings.ts';
import { azureSttSchema } from './settings.ts';
import { createAzureSttDialect } from './sttDialect.ts';

/** The service closes a connection after 10 min, in the midst of speech if need be. */
const MAX_AGE_MS = 540_000;

/**
 * Speech to text by Azure Speech: `wss://{region}.stt.speech.microsoft.com/stt/speech/universal/v2`. Audio of `sample_rate`
 * Hz, interims, and a final within `final_timeout` of the end of speech.
 *
 * @throws ZodError where `settings` are not what their type says
 */
export function azureStt(settings: AzureSttSettings, options: WireOptions = {}): SpeechToText {
  return createWebSocketStt(
    createAzureSttWire(azureSttSchema.parse({ ...settings, provider: 'azure' }), createWireDeps(options)),
    options,
  );
}

/**
 * What the service does not promise of `settings`: to tell variants of one language apart. Paths are relative to the
 * settings.
 *
 * @throws ZodError for settings that break a rule
 */
export function findUnsupportedAzureStt(settings: AzureSttSettings): readonly Issue[] {
  const { languages } = azureSttSchema.parse({ ...settings, provider: 'azure' });
  const bases = languages.map((tag) => tag.toLowerCase().split('-')[0]);
  return languages.flatMap((got, at) => {
    const first = bases.indexOf(bases[at]);
    if (first === at) return [];
    const expected = `a language other than that of "${languages[first]}": the service may not tell the two apart`;
    return [{ path: `languages[${at}]`, expected, got: JSON.stringify(got) }];
  });
}

/** How Azure's recogniser is reached and talked to. */
export function createAzureSttWire(settings: FilledAzureStt, world: Pick<WireDeps, 'newId' | 'wallClock'>): SttWire {
  const { region, base_url, sample_rate, final_timeout, extra } = settings;
  const path = '/stt/speech/universal/v2';
  const query = withExtraQuery(createQuery(settings), extra);
  const url = buildSocketUrl({ origin: selectOrigin(region, 'stt'), baseUrl: base_url, path, query });
  return {
    name: 'azure',
    sampleRate: sample_rate,
    interims: true,
    request: () => ({ url, headers: withExtraHeaders(createHeaders(settings, world.newId()), extra) }),
    dialect: () => createAzureSttDialect(settings, world),
    answerMs: 1000 * final_timeout,
    silence: 'fails',
    maxAgeMs: MAX_AGE_MS,
    faultOf: classifyAzureEnd,
  };
}

/** The official client names the first language even where several may be spoken. */
function createQuery({
  languages,
  profanity,
  word_level_timestamps,
}: FilledAzureStt): readonly (readonly [string, string])[] {
  const [first = 'en-US'] = languages;
  return [
    ['language', first],
    ['format', word_level_timestamps ? 'detailed' : 'simple'],
    ...(languages.length > 1 ? ([['lidEnabled', 'true']] as const) : []),
    ...(profanity === 'masked' ? [] : ([['profanity', PROFANITY_NAMES[profanity]]] as const)),
    ...(word_level_timestamps ? ([['wordLevelTimestamps', 'true']] as const) : []),
  ];
}
