import type { SpeechToSpeech } from '../core/speechToSpeech.ts';
import { writeFiller } from '../session/config/filler.ts';
import { maskConfig } from '../session/config/maskConfig.ts';
import type { NewSession } from '../session/recording.ts';
import { writeStt, writeTts } from '../session/sessionUpdate.ts';
import { FORMAT, SPEECH_MODEL_FORMAT, type Head } from './format.ts';
import { RULE_VERSIONS } from './ruleVersions.ts';
import { VERSION } from './version.ts';

/** Creates the first line of a recording. */
export function createHead<SessionData extends object>(
  session: NewSession<SessionData>,
  { audio, agentAudio }: { readonly audio: boolean; readonly agentAudio: boolean },
): Head {
  const { id, agent, config, borders, splices, stages } = session;
  const { vad, stt, tts, speechModel, turns } = borders.ports;
  const { session_data: _, filler, ...recorded } = config;
  return {
    format: speechModel === undefined ? FORMAT : SPEECH_MODEL_FORMAT,
    antiphon: VERSION,
    rules: RULE_VERSIONS,
    node: process.versions.node,
    session: id,
    agent,
    recorded_at: new Date().toISOString(),
    config: maskConfig({
      ...recorded,
      ...(filler !== undefined && { filler: writeFiller(filler) }),
    }) as unknown as Head['config'],
    ports: {
      vad: { sampleRate: vad.sampleRate, windowSamples: vad.windowSamples },
      stt: writeStt(stt),
      tts: writeTts(tts),
      ...(speechModel && { speechModel: writeSpeechModel(speechModel) }),
      turns: turns && { kind: turns.kind, name: turns.name },
    },
    io: {
      outputSampleRate: borders.io.outputSampleRate ?? null,
      outputFrameMs: borders.io.outputFrameMs ?? null,
      outputLeadMs: borders.io.outputLeadMs,
      reportsStarts: borders.io.reportsStarts ?? false,
      heard: borders.io.heard ?? 'reported',
      line: borders.io.line?.protocol,
      streams: (['textIn', 'digits', 'muted', 'turns', 'connected'] as const).filter(
        (stream) => borders.io[stream] !== undefined,
      ),
    },
    splices,
    stages,
    audio,
    ...(agentAudio && { agentAudio }),
  };
}

function writeSpeechModel({ name, model, sampleRate, output }: SpeechToSpeech): Head['ports']['speechModel'] {
  return { name, model, sampleRate, output };
}
