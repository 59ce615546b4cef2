import { NEVER, type SchedulerLike } from 'rxjs';
import type { Head } from '../../record/format.ts';
import type { TurnModel } from '../../core/turnModel.ts';
import type { SessionConfig } from '../../session/config/config.ts';
import { isWrittenFunction } from '../../session/config/filler.ts';
import { selectPlayoutFormat } from '../../core/playoutFormat.ts';
import { languageOf } from './languageOf.ts';
import type { Borders } from '../../session/recording.ts';
import type { WrittenStt, WrittenTts } from '../../session/sessionUpdate.ts';
import type { SpeechToText, TextToSpeech } from '../../core/ports.ts';

/** Creates borders with a recorded session's parameters that never emit, because the inputs come from the recording. */
export function createSilentBorders({ ports, io }: Head, scheduler: SchedulerLike): Borders<object> {
  const streams = Object.fromEntries(io.streams.map((stream) => [stream, NEVER]));
  return {
    scheduler,
    agent: { llm_response_handler: () => NEVER },
    ports: {
      vad: { ...ports.vad, score: () => NEVER },
      stt: createSilentStt(ports.stt),
      tts: createSilentTts(ports.tts),
      speechModel: ports.speechModel && { ...ports.speechModel, converse: () => NEVER },
      turns: ports.turns && createSilentTurns(ports.turns),
    },
    io: {
      ...streams,
      audioIn: NEVER,
      ...selectPlayoutFormat({
        ...io,
        outputSampleRate: io.outputSampleRate ?? undefined,
        outputFrameMs: io.outputFrameMs ?? undefined,
      }),
      playout: () => NEVER,
    },
  };
}

/** Creates a TTS port with recorded parameters that never emits. */
export function createSilentTts({ keepsWarm, ...tts }: WrittenTts): TextToSpeech {
  return { ...tts, synthesize: () => NEVER, ...(keepsWarm ? { keepWarm: () => NEVER } : {}) };
}

/** Creates a recogniser with recorded parameters that never emits. */
export function createSilentStt(stt: WrittenStt): SpeechToText {
  return { ...stt, transcribe: () => NEVER };
}

/** Creates a turn model with recorded parameters that never emits. */
export function createSilentTurns({ kind, name }: NonNullable<Head['ports']['turns']>): TurnModel {
  return kind === 'pause' ? { kind, name, usesAudio: false, score: () => NEVER } : { kind, name, listen: () => NEVER };
}

/**
 * Creates the config of a recorded session. Of STT and TTS only the language matters, because the ports are replaced.
 * Noise suppression is off: everything that listened to the audio answers as recorded, and the frames have the same
 * lengths without it.
 */
export function createReplayConfig({ config }: Pick<Head, 'config'>): SessionConfig<object> {
  const language = config.stt && languageOf(config.stt);
  const provider = { provider: 'deepgram', api_key: 'recorded' } as const;
  return {
    ...config,
    ...(isWrittenFunction(config.filler) && { filler: () => NEVER }),
    ...(config.stt && { stt: { ...provider, ...(language !== undefined && { language }) } }),
    ...(config.tts && { tts: provider }),
    ...(config.model && { model: { ...config.model, api_key: 'recorded' } }),
    noise_suppression: 'none',
    session_data: {},
  };
}
