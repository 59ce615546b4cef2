import { map } from 'rxjs';
import { endpointing } from '../../operators/endpointing.ts';
import { interruption } from '../../operators/interruption.ts';
import { llmTurn } from '../../operators/llmTurn.ts';
import { pace } from '../../operators/pace.ts';
import { speak } from '../../operators/speak.ts';
import { transcribe } from '../../operators/transcribe.ts';
import { vad } from '../../operators/vad.ts';
import type { SessionIo } from '../core/ports.ts';
import type { SessionSettings } from './config.ts';
import type { Ports } from './config/ports.ts';
import { createRespond, type RespondOptions } from './createRespond.ts';
import { functions } from './functions.ts';
import type { StageFactories, StageName } from './stages.ts';

export interface StandardStagesOptions<SessionData extends object> extends RespondOptions<SessionData> {
  readonly settings: SessionSettings;
  readonly ports: Ports;
  readonly io: SessionIo;
}

/** Creates the factories of the standard stages: the operators of this library with the settings of a session. */
export function createStandardStages<SessionData extends object>(
  options: StandardStagesOptions<SessionData>,
): StageFactories {
  return { ...createUserStages(options), ...createReplyStages(options), ...createSpeechStages(options) };
}

type Factories<Name extends StageName> = Pick<StageFactories, Name>;

function createUserStages({
  settings,
  ports,
}: Pick<StandardStagesOptions<object>, 'settings' | 'ports'>): Factories<
  'vad' | 'transcribe' | 'endpointing' | 'interruption'
> {
  return {
    vad: ({ muted, scheduler }) => vad({ ...settings.vad, model: ports.vad, muted, scheduler }),
    transcribe: ({ report, scheduler }) => transcribe({ stt: ports.stt, report, scheduler }),
    endpointing: ({ edges, settled, scheduler }) =>
      endpointing({ transcript: edges.transcript, settled, minDelayMs: settings.minEndpointingDelayMs, scheduler }),
    interruption: ({ edges, floor }) =>
      interruption({
        transcript: edges.transcript,
        agentAudible: floor.agentAudible,
        minSpeechMs: settings.interruptTimeThresholdMs,
        minWords: settings.interruptWordThreshold,
      }),
  };
}

function createReplyStages<SessionData extends object>(
  options: StandardStagesOptions<SessionData>,
): Factories<'llmTurn' | 'functions'> {
  const { agent, sessionData, control } = options;
  const { maxNestedFunctionCalls: maxRounds } = options.settings;
  return {
    llmTurn: (context) =>
      llmTurn({
        respond: createRespond(options, context),
        cut: context.floor.replyEnded,
        results: context.floor.executed,
        open: context.floor.open,
        maxRounds,
        report: context.report,
        progress: context.progress,
        scheduler: context.scheduler,
      }),
    functions: ({ floor, report, scheduler }) =>
      functions({
        functions: () => agent.functions ?? {},
        context: ({ id }, signal) => ({
          session_data: sessionData as never,
          signal,
          tool_call_id: id,
          session: control,
        }),
        open: floor.open,
        ended: floor.callsCut,
        settle: floor.settleCalls,
        maxRounds,
        report,
        scheduler,
      }),
  };
}

function createSpeechStages({
  ports,
  io,
}: Pick<StandardStagesOptions<object>, 'ports' | 'io'>): Factories<'speak' | 'pace'> {
  return {
    speak: ({ floor, report, scheduler }) =>
      speak({
        tts: ports.tts,
        sampleRate: io.outputSampleRate,
        cut: floor.cut,
        resume: floor.resume,
        report,
        scheduler,
      }),
    pace: ({ floor, connected, scheduler }) =>
      pace({
        held: floor.open.pipe(map((open) => !open)),
        paused: connected.pipe(map((isConnected) => !isConnected)),
        clear: floor.cut.pipe(map(({ utterance }) => utterance)),
        scheduler,
      }),
  };
}
