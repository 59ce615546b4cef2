import type { SttConfig, TtsConfig } from './names.ts';

/** A UTC date: `2027-01-06`. */
export type Day = `${number}-${number}-${number}`;

/** The announced end of a vendor's models. */
export interface ModelEnd {
  /** The first day on which they are no longer served. */
  readonly endsOn: Day;
  /** Human-readable advice on which models to use instead. */
  readonly instead: string;
}

interface Announcement extends ModelEnd {
  readonly provider: (SttConfig | TtsConfig)['provider'];
  readonly models: RegExp;
}

const OPENAI_TTS_ADVICE =
  'another TTS provider, as OpenAI then serves none at this endpoint, or `base_url` with a compatible server';
const OPENAI_STT_MODEL = 'gpt-live-transcribe';
const CARTESIA_MODEL = 'sonic-3.5';

/** The announcements of vendors. Docs: "Models that end" in docs/providers.md. */
const ANNOUNCED: readonly Announcement[] = [
  // https://developers.openai.com/api/docs/deprecations
  {
    provider: 'openai',
    models: /^gpt-4o-mini-tts-2025-03-20$/u,
    endsOn: '2026-07-23',
    instead: OPENAI_TTS_ADVICE,
  },
  {
    provider: 'openai',
    models: /^(?:tts-1(?:-hd)?(?:-1106)?|gpt-4o-mini-tts(?:-\d{4}-\d{2}-\d{2})?)$/u,
    endsOn: '2027-01-06',
    instead: OPENAI_TTS_ADVICE,
  },
  {
    provider: 'openai',
    models: /^(?:whisper-1|gpt-4o(?:-mini)?-transcribe(?:-diarize)?(?:-\d{4}-\d{2}-\d{2})?)$/u,
    endsOn: '2027-02-26',
    instead: OPENAI_STT_MODEL,
  },
  // https://docs.cartesia.ai/build-with-cartesia/tts-models/api-changes
  {
    provider: 'cartesia',
    models: /^sonic(?:-\d{4}-\d{2}-\d{2}|-english|-multilingual|-2|-2-2025-03-07|-turbo|-turbo-2025-03-07)?$/u,
    endsOn: '2026-06-01',
    instead: CARTESIA_MODEL,
  },
  // https://docs.fish.audio/developer-guide/models-pricing/migrate-from-s1
  { provider: 'fish', models: /^s1$/u, endsOn: '2026-12-31', instead: 's2.1-pro' },
];

/** Hosts of the vendors with announcements. */
const HOSTS: Readonly<Partial<Record<Announcement['provider'], RegExp>>> = {
  openai: /(?:^|\.)openai\.com$/u,
  cartesia: /(?:^|\.)cartesia\.ai$/u,
  fish: /(?:^|\.)fish\.audio$/u,
};

export interface ConfiguredModel {
  readonly provider: Announcement['provider'];
  readonly model?: string | undefined;
  readonly base_url?: string | undefined;
}

/** Returns the announced end of the configured model; null if there is none or another server is used. */
export function findModelEnd({ provider, model, base_url }: ConfiguredModel): ModelEnd | null {
  if (model === undefined || !isVendorHost(provider, base_url)) return null;
  return (
    ANNOUNCED.find((announcement) => announcement.provider === provider && announcement.models.test(model)) ?? null
  );
}

function isVendorHost(provider: Announcement['provider'], baseUrl: string | undefined): boolean {
  return baseUrl === undefined || HOSTS[provider]?.test(new URL(baseUrl).hostname) === true;
}
