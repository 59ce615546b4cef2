import { parseSettings } from '../../src/core/parseSettings.ts';
import type { Issue } from '../../src/core/errors.ts';
import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import { createWebSocketStt } from '../../src/wire/stt/createWebSocketStt.ts';
import type { SttWire } from '../../src/wire/stt/dialect.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import { createWireDeps, type AdapterOptions } from '../../src/wire/wireDeps.ts';
import { PROFANITY_NAMES } from './recognition.ts';
import { classifyAzureEnd, createHeaders, selectOrigin, type AzureDeps } from './service.ts';
import { azureSttSchema, type AzureSttSettings, type FilledAzureStt } from './settings.ts';
import { createAzureSttDialect } from './sttDialect.ts';

/** The service closes a connection after 10 min, even during speech. */
const MAX_AGE_MS = 540_000;

/**
 * Creates an Azure Speech recogniser over its WebSocket: PCM at `sample_rate`, with interims, and a final within
 * `final_timeout` of the end of speech.
 *
 * @example
 * ```ts
 * import { transcribe } from 'antiphon/operators';
 * import { azureStt } from 'antiphon/providers';
 *
 * const api_key = process.env['AZURE_SPEECH_KEY'] ?? '';
 * const stt = azureStt({ api_key, region: 'westeurope', languages: ['de-DE', 'en-US'] });
 * export const words = transcribe({ stt });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 */
export function azureStt(settings: AzureSttSettings, options: AdapterOptions = {}): SpeechToText {
  const filled = parseSettings('azureStt', 'azure', azureSttSchema(), settings);
  return createWebSocketStt(createAzureSttWire(filled, createWireDeps(options)), options);
}

/** The rates of streams that Microsoft documents, in Hz. */
const RATES: readonly number[] = [8000, 16_000];

/** Finds settings that the service may not honour: variants of one language, and undocumented stream formats. */
export function findUnsupportedAzureStt(
  settings: Pick<FilledAzureStt, 'languages'> & Partial<Pick<FilledAzureStt, 'sample_rate' | 'num_channels'>>,
): readonly Issue[] {
  const { languages, sample_rate = 16_000, num_channels = 1 } = settings;
  return [
    ...findVariants(languages),
    ...(RATES.includes(sample_rate)
      ? []
      : [{ path: 'sample_rate', expected: '8000 or 16000, the documented rates', got: `${sample_rate}` }]),
    ...(num_channels === 1
      ? []
      : [{ path: 'num_channels', expected: '1, because the audio of a session is mono', got: `${num_channels}` }]),
  ];
}

function findVariants(languages: FilledAzureStt['languages']): readonly Issue[] {
  const bases = languages.map(primaryLanguage);
  return languages.flatMap((got, at) => {
    const first = bases.indexOf(primaryLanguage(got));
    if (first === at) return [];
    const expected = `a language other than that of "${languages[first]}": the service may confuse the two`;
    return [{ path: `languages[${at}]`, expected, got: JSON.stringify(got) }];
  });
}

export function createAzureSttWire(settings: FilledAzureStt, deps: AzureDeps): SttWire {
  const { region, base_url, sample_rate, final_timeout, extra } = settings;
  const path = '/stt/speech/universal/v2';
  const query = withExtraQuery(createQuery(settings), extra);
  const url = buildSocketUrl({ origin: selectOrigin(region, 'stt'), baseUrl: base_url, path, query });
  return {
    name: 'azure',
    sampleRate: sample_rate,
    interims: true,
    request: () => ({ url, headers: withExtraHeaders(createHeaders(settings, deps.newId()), extra) }),
    dialect: () => createAzureSttDialect(settings, deps),
    answerMs: 1000 * final_timeout,
    silence: 'fails',
    maxAgeMs: MAX_AGE_MS,
    faultOf: classifyAzureEnd,
  };
}

/** Creates the query. Like the official client, it contains the first language even if there are several. */
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
