import { map, switchMap, take } from 'rxjs';
import { endpointing } from '../../operators/endpointing.ts';
import { interruption } from '../../operators/interruption.ts';
import { llmTurn, type LlmTurnOptions } from '../../operators/llmTurn.ts';
import { pace } from '../../operators/pace.ts';
import { speak } from '../../operators/speak.ts';
import { transcribe } from '../../operators/transcribe.ts';
import { vad } from '../../operators/vad.ts';
import { AntiphonError } from '../core/errors.ts';
import { fromHandler } from '../stream/fromHandler.ts';
import type { Tool } from '../core/message.ts';
import type { SessionIo } from '../core/ports.ts';
import type { Agent, SessionControl } from './agent.ts';
import { fromContained } from './fromContained.ts';
import type { AnsweringAgent } from './recording.ts';
import type { SessionSettings } from './config.ts';
import type { Ports } from './config/ports.ts';
import { functions } from './functions.ts';
import { createChatMessages } from './history.ts';
import type { StageContext, StageFactories } from './stages.ts';

export interface StandardOptions<SessionData extends object> {
  readonly agent: AnsweringAgent<SessionData>;
  readonly sessionData: SessionData;
  readonly settings: SessionSettings;
  readonly ports: Ports;
  readonly io: SessionIo;
  readonly control: SessionControl;
}

/** The stages of a session as its config asks for them: the operators of this library, each given what it reads. */
export function createStandardStages<SessionData extends object>(
  options: StandardOptions<SessionData>,
): StageFactories {
  const { agent, settings, ports, io, control, sessionData } = options;
  const { maxNestedFunctionCalls: maxRounds } = settings;
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
    llmTurn: (context) =>
      llmTurn({
        respond: respond(options, context),
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

/** Asks the developer's handler for a round, with the history as it stands at that instant. */
function respond<SessionData extends object>(
  { agent, sessionData, control }: StandardOptions<SessionData>,
  { history, report, scheduler }: StageContext,
): LlmTurnOptions['respond'] {
  const stray = (cause: unknown): void =>
    report(new AntiphonError('handler_failed', 'llm_response_handler failed outside of its stream', { cause }));
  return ({ turn, last }) =>
    history.pipe(
      take(1),
      switchMap((entries) =>
        fromContained(
          stray,
          fromHandler(
            (signal) =>
              agent.llm_response_handler({
                messages: createChatMessages(entries, turn.turn),
                session_data: sessionData,
                signal,
                tools: last ? undefined : toolsOf(agent),
                session: control,
              }),
            { report, scheduler },
          ),
        ),
      ),
    );
}

function toolsOf({ functions: named = {} }: Pick<Agent<object>, 'functions'>): Tool[] | undefined {
  const tools = Object.entries(named).map(
    ([name, { description, json_schema: parameters }]): Tool => ({
      type: 'function',
      function: { name, description, parameters },
    }),
  );
  return tools.length === 0 ? undefined : tools;
}
