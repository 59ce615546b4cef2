// Written by scripts/vendors.mjs from the manifests in providers/. Do not edit.

import { manifest as assemblyai } from './assemblyai/manifest.ts';
import { manifest as azure } from './azure/manifest.ts';
import { manifest as cartesia } from './cartesia/manifest.ts';
import { manifest as deepgram } from './deepgram/manifest.ts';
import { manifest as elevenlabs } from './elevenlabs/manifest.ts';
import { manifest as fish } from './fish/manifest.ts';
import { manifest as google } from './google/manifest.ts';
import { manifest as local } from './local/manifest.ts';
import { manifest as openai } from './openai/manifest.ts';
import { manifest as polly } from './polly/manifest.ts';
import { manifest as rime } from './rime/manifest.ts';
import { manifest as sherpa } from './sherpa/manifest.ts';
import { manifest as silero } from './silero/manifest.ts';
import { manifest as soniox } from './soniox/manifest.ts';
import { manifest as speechmatics } from './speechmatics/manifest.ts';
import { manifest as sttTurns } from './sttTurns/manifest.ts';
import { manifest as textRules } from './textRules/manifest.ts';
import { manifest as xai } from './xai/manifest.ts';

export interface VadProviders {
  readonly silero: typeof silero.vad;
}

export const VAD_PROVIDERS: VadProviders = { silero: silero.vad };

export interface SttProviders {
  readonly openai: typeof openai.stt;
  readonly azure: typeof azure.stt;
  readonly deepgram: typeof deepgram.stt;
  readonly assemblyai: typeof assemblyai.stt;
  readonly elevenlabs: typeof elevenlabs.stt;
  readonly local: typeof local.stt;
  readonly sherpa: typeof sherpa.stt;
  readonly soniox: typeof soniox.stt;
  readonly speechmatics: typeof speechmatics.stt;
}

export const STT_PROVIDERS: SttProviders = {
  openai: openai.stt,
  azure: azure.stt,
  deepgram: deepgram.stt,
  assemblyai: assemblyai.stt,
  elevenlabs: elevenlabs.stt,
  local: local.stt,
  sherpa: sherpa.stt,
  soniox: soniox.stt,
  speechmatics: speechmatics.stt,
};

export interface TtsProviders {
  readonly openai: typeof openai.tts;
  readonly azure: typeof azure.tts;
  readonly deepgram: typeof deepgram.tts;
  readonly elevenlabs: typeof elevenlabs.tts;
  readonly google: typeof google.tts;
  readonly cartesia: typeof cartesia.tts;
  readonly fish: typeof fish.tts;
  readonly local: typeof local.tts;
  readonly polly: typeof polly.tts;
  readonly rime: typeof rime.tts;
  readonly sherpa: typeof sherpa.tts;
}

export const TTS_PROVIDERS: TtsProviders = {
  openai: openai.tts,
  azure: azure.tts,
  deepgram: deepgram.tts,
  elevenlabs: elevenlabs.tts,
  google: google.tts,
  cartesia: cartesia.tts,
  fish: fish.tts,
  local: local.tts,
  polly: polly.tts,
  rime: rime.tts,
  sherpa: sherpa.tts,
};

export interface SpeechModels {
  readonly azure: typeof azure.speechModel;
  readonly openai: typeof openai.speechModel;
  readonly xai: typeof xai.speechModel;
}

export const SPEECH_MODELS: SpeechModels = {
  azure: azure.speechModel,
  openai: openai.speechModel,
  xai: xai.speechModel,
};

export interface TurnModels {
  readonly stt: typeof sttTurns.turns;
  readonly 'smart-turn': typeof silero.turns;
  readonly text: typeof textRules.turns;
}

export const TURN_MODELS: TurnModels = { stt: sttTurns.turns, 'smart-turn': silero.turns, text: textRules.turns };
