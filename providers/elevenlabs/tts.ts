import { socketUrl } from '../../src/core/wire/endpoint.ts';
import type { JsonObject } from '../../src/core/wire/json.ts';
import type { WorldOptions } from '../../src/core/wire/options.ts';
import type { SocketRequest } from '../../src/core/wire/socket.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import type { TtsWire } from '../../src/core/wire/tts/dialect.ts';
import { voiceOver } from '../../src/core/wire/tts/voice.ts';
import { wholeWords } from '../../src/core/wire/tts/wholeWords.ts';
import { worldOf } from '../../src/core/wire/world.ts';
import { elevenLabsDialect } from './dialect.ts';
import { elevenLabsFaultOf } from './faults.ts';
import { formatOf } from './formats.ts';
import { elevenLabsTtsSchema } from './settings.ts';
import type { ElevenLabsTtsSettings, FilledElevenLabsTts } from './settings.ts';
import { wholeTags } from './wholeTags.ts';

/**
 * Speech by ElevenLabs over its WebSocket of several contexts (`multi-stream-input`; spec 2.6, `TTS.ProviderD`). Text goes
 * as it is generated, in whole words; with `enable_ssml_parsing` as one message when the reply ends or pauses. Words are
 * timed by their characters. The rate is the one that `encoding` names.
 *
 * @throws ZodError on settings that break a rule
 */
export function elevenLabsTts(settings: ElevenLabsTtsSettings, options: WorldOptions = {}): TextToSpeech {
  const filled = elevenLabsTtsSchema.parse({ ...settings, provider: 'elevenlabs' });
  return voiceOver(elevenLabsWire(filled, worldOf(options).newId), options);
}

/** The server closes a connection that lies idle for as long, in s; this is the most it takes. */
const INACTIVITY_S = 180;
/** Below what a server holds to that was told nothing, 20 s, and any proxy's. */
const KEEP_ALIVE_MS = 15_000;
/** The server refuses the sixth, and counts those that it has not closed yet. */
const CONTEXTS = 4;
/** What was flushed is generated to its end before a cancelled context is closed. */
const RELEASE_MS = 30_000;

export function elevenLabsWire(settings: FilledElevenLabsTts, newId: () => string): TtsWire {
  const { sampleRate, bytesPerMs, decoder } = formatOf(settings.encoding);
  const hold = settings.enable_ssml_parsing ? wholeTags : wholeWords;
  const opening = openingOf(settings);
  return {
    name: 'elevenlabs',
    sampleRate,
    accepts: 'tokens',
    language: 'en',
    request: () => requestOf(settings),
    dialect: () => elevenLabsDialect({ opening, bytesPerMs, newId, hold }),
    decoder,
    concurrent: CONTEXTS,
    releaseMs: RELEASE_MS,
    keepAliveMs: KEEP_ALIVE_MS,
    faultOf: elevenLabsFaultOf,
  };
}

function requestOf({
  api_key,
  base_url,
  voice,
  model,
  encoding,
  enable_ssml_parsing,
}: FilledElevenLabsTts): SocketRequest {
  const url = socketUrl({
    origin: 'wss://api.elevenlabs.io',
    baseUrl: base_url,
    path: `/v1/text-to-speech/${encodeURIComponent(voice.id)}/multi-stream-input`,
    query: [
      ['model_id', model],
      ['output_format', encoding],
      ['enable_ssml_parsing', `${enable_ssml_parsing}`],
      ['inactivity_timeout', `${INACTIVITY_S}`],
      ['sync_alignment', 'true'],
      // It takes whole sentences only, and would set the schedule aside.
      ['auto_mode', 'false'],
    ],
  });
  return { url, headers: { 'xi-api-key': api_key } };
}

/** What is null, or empty, is left to what is stored at ElevenLabs. */
function openingOf({ voice, chunk_length_schedule }: FilledElevenLabsTts): JsonObject {
  const schedule = chunk_length_schedule.length === 0 ? {} : { generation_config: { chunk_length_schedule } };
  if (voice.settings === null) return schedule;
  const stated = Object.entries(voice.settings).filter(([, value]) => value !== null);
  return { voice_settings: Object.fromEntries(stated), ...schedule };
}
