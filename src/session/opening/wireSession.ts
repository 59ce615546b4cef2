import { filter, identity, map } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import type { SpeechToText, TextToSpeech } from '../../core/ports.ts';
import { firstSeqOf } from '../checkpoints/resume.ts';
import type { SessionSettings } from '../config/config.ts';
import { createStandardStages } from '../standardStages/createStandardStages.ts';
import { createFiller } from '../standardStages/createFiller.ts';
import { createUserAway } from '../standardStages/createUserAway.ts';
import { floorSettingsOf } from '../floor/floorSettings.ts';
import { wireTraced, type TracedGraph } from '../graph/graph.ts';
import type { WireOptions } from '../graph/wireOptions.ts';
import { createHistory } from '../history.ts';
import type { AnsweringAgent, Borders, SessionRecord } from '../recording.ts';
import type { StageName } from '../stages.ts';
import type { Ports } from '../config/ports.ts';
import type { Contain } from '../containment/containment.ts';
import type { PartSession } from '../partSession.ts';
import type { SessionOptions } from '../session.ts';
import { createStepObserver } from '../explain/observedRecord.ts';
import { withoutNoise } from '../standardStages/withoutNoise.ts';
import { withStages } from '../borders/ownStages.ts';
import type { Source } from '../../stream/operate.ts';
import type { SessionChange } from '../sessionUpdate.ts';
import type { SessionUpdates } from '../updates/createUpdates.ts';

/** The parts from which the graph of a session is wired. */
export interface WiredParts<SessionData extends object> {
  readonly settings: SessionSettings;
  readonly updates: SessionUpdates;
  readonly recording: SessionRecord<SessionData>;
  /** Wraps a port that replaces one of the borders, so that it keeps its contract. */
  readonly checkTts: (tts: TextToSpeech) => TextToSpeech;
  readonly checkStt: (stt: SpeechToText) => SpeechToText;
  readonly reportNoise: (error: AntiphonError) => void;
  /** The ports of the application. */
  readonly own: Partial<Ports>;
  readonly partSession: PartSession<SessionData>;
  readonly contain: Contain;
  /** Receives the failures and diagnostics of every part. */
  readonly errors: Source<AntiphonError>;
}

/** Wires the graph of a session. */
export function wireSession<SessionData extends object>(
  parts: WiredParts<SessionData>,
  options: SessionOptions,
): TracedGraph {
  const { settings, updates, recording, partSession, checkTts, checkStt, reportNoise, own, contain, errors } = parts;
  const { runStep, wrapTts = identity, wrapStt = identity, wrapTurns } = recording;
  const borders = withoutNoise(recording.borders, settings, reportNoise);
  const { session_data: sessionData } = partSession;
  const answering = { ...borders, sessionData, control: partSession, contain };
  const standard = createStandardStages({
    ...answering,
    settings: updates.settings,
    handoffs: updates.handoffs,
    functionChanges: updates.taken.pipe(filter(changesFunctions)),
    tts: updates.tts.pipe(map((own) => wrapTts(checkTts(own)))),
    stt: updates.stt.pipe(map((own) => wrapStt(checkStt(own)))),
    ownTurns: own.turns,
    wrapTurns,
  });
  return wireTraced({
    ...createWireOptions(borders, settings, options),
    stages: withStages(standard, options.stages, { session: partSession, contain }),
    session: partSession,
    contain,
    watched: new Set(Object.keys(options.stages ?? {}) as StageName[]),
    longestCallMs: () => findLongestCallMs(recording.borders.agent.functions),
    userAway: createUserAway(updates.settings, answering),
    filler: createFiller(answering),
    updates,
    runStep,
    errors,
    observeStep: createStepObserver(recording, updates.settings),
  });
}

/** Names the providers in the usage. The speech model counts as the recogniser or the voice if the config has none. */
function usedProviders({ stt, tts, speechModel }: Ports, { providers }: SessionSettings): WireOptions['providers'] {
  if (speechModel === undefined) return { stt, tts };
  return {
    stt: providers.stt === undefined ? speechModel : stt,
    tts: providers.tts === undefined ? speechModel : tts,
  };
}

function changesFunctions({ functions, handoff }: SessionChange): boolean {
  return functions !== undefined || handoff !== undefined;
}

function findLongestCallMs(functions: AnsweringAgent<never>['functions'] = {}): number {
  return Math.max(0, ...Object.values(functions).map(({ timeout }) => timeout * 1000));
}

function createWireOptions(
  { io, ports, scheduler, errors }: Pick<Borders, 'io' | 'ports' | 'scheduler' | 'errors'>,
  settings: SessionSettings,
  { splice, resumeFrom }: SessionOptions,
): Omit<WireOptions, 'stages' | 'runStep'> {
  const { minEndpointingDelayMs, ignoreEcho } = settings;
  return {
    io,
    scheduler,
    borderErrors: errors,
    providers: usedProviders(ports, settings),
    settings: floorSettingsOf(settings),
    history: createHistory(settings.initialMessages),
    minEndpointingDelayMs,
    ignoreEcho,
    splices: splice,
    firstSeq: resumeFrom && firstSeqOf(resumeFrom),
  };
}
