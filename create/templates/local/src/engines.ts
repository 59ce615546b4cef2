import { STT, TTS } from 'antiphon';
import { findPulledModel, type SttConfig, type TtsConfig } from 'antiphon/providers';

/** The sentences that the built-in recogniser understands, in JSGF. */
const grammar = '#JSGF V1.0; grammar desk; public <sentence> = hello | tell me a story | stop | goodbye;';

const { DEEPGRAM_API_KEY: api_key = '' } = process.env;
const [hears, speaks] = [findPulledModel('stt', 'en'), findPulledModel('tts', 'en')];

/** A vendor's recogniser if its key is set, or a model on this machine, or the built-in one. */
export const stt: SttConfig =
  api_key !== ''
    ? STT.Deepgram({ api_key })
    : hears === undefined
      ? STT.Local({ grammar })
      : STT.Sherpa({ model: hears });

/** Selected like the recogniser. */
export const tts: TtsConfig =
  api_key !== '' ? TTS.Deepgram({ api_key }) : speaks === undefined ? TTS.Local() : TTS.Sherpa({ model: speaks });

/** Says what is used, and how to get more. */
export const ENGINES: string = `Hears with ${name(stt)}, speaks with ${name(tts)}.${
  stt.provider === 'local' ? ' It understands four sentences. For any sentence: npx antiphon models' : ''
}`;

function name(config: SttConfig | TtsConfig): string {
  if (config.provider === 'local') return 'the built-in engine';
  return 'model' in config && config.model !== undefined ? `${config.provider} (${config.model})` : config.provider;
}
