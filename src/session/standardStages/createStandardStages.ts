import { concatMap, defer, filter, map, NEVER, startWith, tap, using, type Observable } from 'rxjs';
import { digits } from '../../../operators/digits.ts';
import { replies } from '../../../operators/llmTurn/replies.ts';
import { pace } from '../../../operators/pace.ts';
import { pushToTalk } from '../../../operators/pushToTalk.ts';
import { speak } from '../../../operators/speak.ts';
import { transcribe } from '../../../operators/transcribe.ts';
import { vad } from '../../../operators/vad.ts';
import { createInterruption } from './createInterruption.ts';
import { createEndpointing, type EndpointingModels } from './createEndpointing.ts';
import type { AntiphonError } from '../../core/errors.ts';
import { createContextFault } from '../agentCode/functions/backgroundCall.ts';
import type { FunctionCall } from '../../core/message.ts';
import type { SessionIo, SpeechToText, TextToSpeech } from '../../core/ports.ts';
import type { SessionSettings, VadSettings } from '../config/config.ts';
import { takesTurnsOfStt, type Ports } from '../config/ports.ts';
import { alternateSegments } from './alternateSegments.ts';
import { createRespond, type RespondOptions } from './createRespond.ts';
import { decideDigits } from './decideDigits.ts';
import { functions } from './functions.ts';
import type { SessionControl } from '../sessionControl.ts';
import type { StageContext, StageFactories, StageOperators } from '../stages.ts';
import { createModelStages, type ModelStages } from './speechModel/createModelStages.ts';
import { withoutCleared } from './withoutCleared.ts';
import type { CurrentSettings } from '../updates/createUpdates.ts';

export interface StandardStagesOptions<SessionData extends object>
  extends RespondOptions<SessionData>,
    EndpointingModels {
  readonly settings: CurrentSettings;
  readonly ports: Ports;
  readonly io: SessionIo;
  /** Voices that replace the one in `ports`, from the next reply on. */
  readonly tts: Observable<TextToSpeech>;
  /** Emits when the agent's functions have changed. Default: never. */
  readonly functionChanges?: Observable<unknown> | undefined;
  /** Recognisers that replace the one in `ports`, from the next segment on. */
  readonly stt: Observable<SpeechToText>;
}

/** After a stall of the process, 20 s of audio may arrive at once, plus the burst that a client may send. */
const MAX_UNSCORED_MS = 30_000;

/** Creates the factories of the standard stages: the operators of this library with the settings of a session. */
export function createStandardStages<SessionData extends object>(
  options: StandardStagesOptions<SessionData>,
): StageFactories {
  const { settings, io } = options;
  const sttTurns = takesTurnsOfStt(settings.ofTurn(), { turns: options.ownTurns });
  const limitsOf = (current: SessionSettings): VadSettings => createVadLimits(current, sttTurns);
  const model = createSpeechModelStages(options);
  const transcribed = (context: StageContext): StageOperators['transcribe'] =>
    createTranscribe(options, sttTurns, context);
  const spoken = (context: StageContext): StageOperators['speak'] => createSpeak(options, context);
  return {
    vad: (context) => createSegments(options, limitsOf, context),
    digits: (context) => createDigits(options, context),
    transcribe: (context) => model?.transcribe(context, transcribed) ?? transcribed(context),
    endpointing: (context) => createEndpointing(options, context),
    interruption: (context) => createInterruption(options.settings, context),
    llmTurn: model?.llmTurn ?? ((context) => createLlmTurn(options, context)),
    functions: (context) => createFunctions(options, context),
    speak: (context) => model?.speak(context, spoken) ?? spoken(context),
    pace: ({ floor, connected, ticks }) =>
      pace({
        held: floor.open.pipe(map((open) => !open)),
        paused: connected.pipe(map((isConnected) => !isConnected)),
        clear: floor.cut.pipe(map(({ utterance }) => utterance)),
        frameMs: io.outputFrameMs,
        leadMs: io.outputLeadMs,
        scheduler: ticks,
      }),
  };
}

/** Creates the stages of the speech model. Returns null for a config without one. */
function createSpeechModelStages<SessionData extends object>(
  options: StandardStagesOptions<SessionData>,
): ModelStages | null {
  const { ports, agent, settings, io, tts: replacing, functionChanges = NEVER } = options;
  const { providers } = settings.ofTurn();
  if (ports.speechModel === undefined) return null;
  return createModelStages({
    model: ports.speechModel,
    agent,
    settings,
    io,
    hasStt: providers.stt !== undefined,
    tts: providers.tts === undefined ? null : ports.tts,
    replacing,
    functionChanges,
  });
}

function createTranscribe<SessionData extends object>(
  { ports, stt: replacing }: StandardStagesOptions<SessionData>,
  sttTurns: boolean,
  { report, progress, foundTurn, floor: { waiting }, isUnfinished, scheduler }: StageContext,
): StageOperators['transcribe'] {
  return withoutCleared(
    transcribe({
      stt: ports.stt,
      replacing,
      waiting,
      get isUnfinished() {
        return isUnfinished();
      },
      report,
      progress,
      foundTurn: sttTurns ? foundTurn : undefined,
      scheduler,
    }),
  );
}

/** Creates the stage that makes segments, by voice or by the client's commands. */
function createSegments<SessionData extends object>(
  { settings, ports, io }: StandardStagesOptions<SessionData>,
  limitsOf: (current: SessionSettings) => VadSettings,
  { muted, segmentEnds, scheduler }: StageContext,
): StageOperators['vad'] {
  const isMuted = withLatest(muted);
  return alternateSegments({
    first: settings.ofTurn().pushToTalk,
    modes: settings.changes.pipe(map((changed) => changed.pushToTalk)),
    create: (isPushToTalk, firstSegment) => {
      const current = settings.ofTurn();
      if (isPushToTalk) return pushToTalk({ ...current.vad, turns: io.turns ?? NEVER, muted: isMuted });
      return vad({
        ...limitsOf(current),
        changes: settings.changes.pipe(map(limitsOf)),
        model: ports.vad,
        muted: isMuted,
        ends: segmentEnds.pipe(map((segment) => segment - firstSegment)),
        maxUnscoredMs: MAX_UNSCORED_MS,
        scheduler,
      });
    },
  });
}

/** Emits the latest value first, also to late subscribers. */
function withLatest(source: Observable<boolean>): Observable<boolean> {
  let latest: boolean | undefined;
  return defer(() => {
    const noted = source.pipe(tap((value) => (latest = value)));
    return latest === undefined ? noted : noted.pipe(startWith(latest));
  });
}

/**
 * Creates the VAD settings. A recogniser that finds the ends of turns must hear the pauses, so segments continue
 * through them.
 */
export function createVadLimits({ vad: given, turnDetection }: SessionSettings, sttTurns: boolean): VadSettings {
  const maxDelayMs = sttTurns ? (turnDetection?.maxDelayMs ?? 0) : 0;
  return { ...given, minSilenceMs: Math.max(given.minSilenceMs, maxDelayMs) };
}

/** Creates the stage that collects telephone keys. Entries are interpreted one at a time. */
function createDigits<SessionData extends object>(
  options: StandardStagesOptions<SessionData>,
  context: StageContext,
): StageOperators['digits'] {
  const { ofTurn } = options.settings;
  const collected = digits({
    get terminator() {
      return ofTurn().digits.terminator;
    },
    get timeoutMs() {
      return ofTurn().digits.timeoutMs;
    },
    get max() {
      return ofTurn().digits.max;
    },
    scheduler: context.scheduler,
  });
  return (keys) =>
    keys.pipe(
      collected,
      concatMap((entered) => decideDigits(entered, options, context)),
    );
}

function createLlmTurn<SessionData extends object>(
  options: StandardStagesOptions<SessionData>,
  context: StageContext,
): StageOperators['llmTurn'] {
  const { report, progress, addDraftText: draftText, scheduler } = context;
  const { replyEnded: cut, executed: results, open, drafts } = context.floor;
  const { ofReply } = options.settings;
  const { follow, ...respond } = createRespond(options, context);
  const answer = replies({
    ...respond,
    drafts: ofReply().preemptiveGeneration ? drafts : undefined,
    draftText,
    cut,
    results,
    open,
    get maxRounds() {
      return ofReply().maxNestedFunctionCalls;
    },
    get hiddenTags() {
      return ofReply().hiddenTags;
    },
    report,
    progress,
    scheduler,
  });
  return (turns) =>
    using(
      () => context.history.subscribe(follow),
      () => turns.pipe(answer),
    );
}

/**
 * Creates the stage that speaks. How a filler continues depends on what was sent to the client, and on whether audio
 * may begin.
 */
function createSpeak<SessionData extends object>(
  { settings, ports, io, tts: replacing }: StandardStagesOptions<SessionData>,
  { floor: { cut, resume, open }, edges, draftText, report, progress, scheduler }: StageContext,
): StageOperators['speak'] {
  const { preemptiveTts, spoken } = settings.ofReply();
  return speak({
    tts: ports.tts,
    replacing,
    drafts: preemptiveTts ? draftText : undefined,
    sampleRate: io.outputSampleRate,
    cut,
    resume,
    sent: edges.playout.pipe(filter((event) => event.kind === 'sent')),
    open,
    spoken,
    report,
    progress,
    scheduler,
  });
}

function createFunctions<SessionData extends object>(
  { agent, sessionData, control: session, settings, contain, functionChanges }: StandardStagesOptions<SessionData>,
  { floor, report, scheduler }: StageContext,
): StageOperators['functions'] {
  const { open, callsCut: ended, collected, settleCalls: settle, callCancelled: cancelled } = floor;
  return functions({
    functions: () => agent.functions ?? {},
    context: (call, signal) => ({
      session_data: sessionData as never,
      signal,
      tool_call_id: call.id,
      session: whileCalled(session, signal),
      acknowledge: () => report(createForegroundFault(call, 'acknowledge')),
      progress: () => report(createForegroundFault(call, 'progress')),
    }),
    open,
    ended,
    collected,
    settle,
    cancelled,
    changed: functionChanges,
    get maxRounds() {
      return settings.ofReply().maxNestedFunctionCalls;
    },
    contain,
    report,
    scheduler,
  });
}

function createForegroundFault(call: FunctionCall, method: string): AntiphonError {
  return createContextFault(call, method, 'a function with "background"', 'one without');
}

/**
 * Creates the session control of a call. Once the call is aborted, `say` does nothing, because its text would follow
 * the next answer.
 */
function whileCalled(session: SessionControl, signal: AbortSignal): SessionControl {
  return {
    ...session,
    say: (text) => {
      if (!signal.aborted) session.say(text);
    },
  };
}
