import { identity, map } from 'rxjs';
import type { AntiphonError } from '../core/errors.ts';
import type { SpeechToText, TextToSpeech } from '../core/ports.ts';
import type { SessionControl } from './agent.ts';
import { firstSeqOf } from './checkpoints/resume.ts';
import type { SessionSettings } from './config.ts';
import { createStandardStages } from './createStandardStages.ts';
import { createFiller } from './createFiller.ts';
import { createUserAway } from './createUserAway.ts';
import { floorSettingsOf } from './floor/floorSettings.ts';
import { wireTraced, type TracedGraph } from './graph.ts';
import type { WireOptions } from './graph/wireOptions.ts';
import { createHistory } from './history.ts';
import type { Borders, SessionRecord } from './recording.ts';
import type { SessionOptions } from './session.ts';
import { withoutNoise } from './withoutNoise.ts';
import { withStages } from './stages.ts';
import type { SessionUpdates } from './updates/createUpdates.ts';

/** What the graph of a session is made of. */
export interface WiredParts<SessionData extends object> {
  readonly settings: SessionSettings;
  readonly updates: SessionUpdates;
  readonly recording: SessionRecord<SessionData>;
  readonly control: SessionControl;
  readonly sessionData: SessionData;
  /** Wrap ports that replace those of the borders, so that they keep their contracts. */
  readonly checkTts: (tts: TextToSpeech) => TextToSpeech;
  readonly checkStt: (stt: SpeechToText) => SpeechToText;
  readonly reportNoise: (error: AntiphonError) => void;
}

/** Wires the graph of a session. */
export function wireSession<SessionData extends object>(
  { settings, updates, recording, control, sessionData, checkTts, checkStt, reportNoise }: WiredParts<SessionData>,
  options: SessionOptions,
): TracedGraph {
  const { runStep, wrapTts = identity, wrapStt = identity, wrapTurns } = recording;
  const borders = withoutNoise(recording.borders, settings, reportNoise);
  const answering = { ...borders, sessionData, control };
  const standard = createStandardStages({
    ...answering,
    settings: updates.settings,
    handoffs: updates.handoffs,
    tts: updates.tts.pipe(map((own) => wrapTts(checkTts(own)))),
    stt: updates.stt.pipe(map((own) => wrapStt(checkStt(own)))),
    ownTurns: options.ports?.turns,
    wrapTurns,
  });
  const graph = wireTraced({
    ...createWireOptions(borders, settings, options),
    stages: withStages(standard, options.stages),
    userAway: createUserAway(updates.settings, answering),
    filler: createFiller(answering),
    updates,
    runStep,
  });
  return graph;
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
    providers: ports,
    settings: floorSettingsOf(settings),
    history: createHistory(settings.initialMessages),
    minEndpointingDelayMs,
    ignoreEcho,
    splices: splice,
    firstSeq: resumeFrom && firstSeqOf(resumeFrom),
  };
}
