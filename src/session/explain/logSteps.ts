import { identity, tap } from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import type { SpeechToText, VadModel } from '../../core/ports.ts';
import type { TurnModel } from '../../core/turnModel.ts';
import type { Borders, Recorder } from '../recording.ts';
import { OBSERVE_STEP, type ObservedRecord } from './observedRecord.ts';
import { logStep, type LogEntry, type StepLog } from './stepLog.ts';

/**
 * Creates a recorder that logs the steps of its session, and what its ports answer about the user's speech. `recorder`
 * records as before.
 */
export function logSteps(recorder: Recorder, log: StepLog): Recorder {
  const add = (entry: LogEntry): void => void log.entries.push(entry);
  return {
    begin: (session) => {
      const record = recorder.begin(session);
      const { borders, wrapStt = identity, wrapTurns = identity } = record;
      const { sampleRate, windowSamples } = borders.ports.vad;
      const windowMs = msOfSamples(windowSamples, sampleRate);
      log.session = { windowMs, ownStages: session.stages, splices: session.splices };
      const observed: ObservedRecord = { [OBSERVE_STEP]: (step, settings) => logStep(log, step, settings) };
      return {
        ...record,
        ...observed,
        borders: { ...borders, ports: logPorts(borders, add) },
        wrapStt: (stt) => logRecogniser(wrapStt(stt), add),
        wrapTurns: (model) => logVerdicts(wrapTurns(model), add),
      };
    },
  };
}

type Add = (entry: LogEntry) => void;

function logPorts({ ports, scheduler }: Pick<Borders, 'ports' | 'scheduler'>, add: Add): Borders['ports'] {
  return {
    ...ports,
    vad: logScores(ports.vad, (probability) => add({ kind: 'score', probability, now: scheduler.now() })),
    stt: logRecogniser(ports.stt, add),
    turns: ports.turns && logVerdicts(ports.turns, add),
  };
}

function logScores(model: VadModel, add: (probability: number) => void): VadModel {
  return {
    sampleRate: model.sampleRate,
    windowSamples: model.windowSamples,
    keepsWindows: model.keepsWindows,
    score: (windows) => model.score(windows).pipe(tap(add)),
  };
}

function logRecogniser(stt: SpeechToText, add: Add): SpeechToText {
  const { name, model, sampleRate, finalTimeoutMs, interims, delaysInterims, turns } = stt;
  return {
    name,
    model,
    sampleRate,
    finalTimeoutMs,
    interims,
    delaysInterims,
    turns,
    transcribe: (speech, wanted) => {
      add({ kind: 'recogniser', finalTimeoutMs });
      return stt.transcribe(speech, wanted).pipe(
        tap((event) => {
          if (event.kind === 'turn') add({ kind: 'found', turn: event });
        }),
      );
    },
  };
}

function logVerdicts(model: TurnModel, add: Add): TurnModel {
  const noted = tap((verdict: Extract<LogEntry, { kind: 'verdict' }>['verdict']) => add({ kind: 'verdict', verdict }));
  if (model.kind === 'streaming')
    return { kind: 'streaming', name: model.name, listen: (audio) => model.listen(audio).pipe(noted) };
  return {
    kind: 'pause',
    name: model.name,
    usesAudio: model.usesAudio,
    warmUp: () => model.warmUp?.(),
    score: (pause) => (pause.isSpeaking === true ? model.score(pause) : model.score(pause).pipe(noted)),
  };
}
