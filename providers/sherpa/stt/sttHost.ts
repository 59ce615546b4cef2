import { Observable } from 'rxjs';
import { AntiphonError, asAntiphonError } from '../../../src/core/errors.ts';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { EngineClient, EngineConnection } from '../../../src/wire/engine/engineHost.ts';
import type { EnginePoolLimits } from '../../../src/wire/engine/enginePool.ts';
import type { SttSessionAnswer } from '../../../src/wire/engine/messages.ts';
import { createFailedConnection, openSttSession } from '../../../src/wire/engine/sttSession.ts';
import type { RecogniserSettings, SttCommand } from '../engine/messages.ts';
import {
  countCores,
  createSlowWarning,
  recordWork,
  requireAddon,
  sharedEngines,
  type SherpaEngines,
} from '../engines.ts';
import { locateModel, type LocatedModel } from '../modelFolder.ts';
import { createRecogniserSettings } from './recogniser.ts';
import type { SherpaSttModelType } from '../../../src/models/model.ts';
import type { FilledSherpaStt } from './settings.ts';

/** Transcribes a session. Failures are events; errors of `speech` pass through. */
export function transcribe(
  engines: SherpaEngines,
  filled: FilledSherpaStt,
  speech: Observable<SttInput>,
): Observable<SttEvent> {
  return new Observable((listener) => {
    const opened = open(engines, filled, (error) => listener.next({ kind: 'report', error }));
    const session = openSttSession<RecogniserSettings>({ provider: 'sherpa', listener, ...opened });
    listener.add(() => {
      session.close();
      opened.release();
    });
    listener.add(speech.subscribe(session));
  });
}

interface OpenedEngine {
  readonly settings: RecogniserSettings;
  readonly connect: (client: EngineClient<SttSessionAnswer>) => EngineConnection<SttCommand>;
  readonly release: () => void;
}

/** Finds the engine of a session. If it cannot be found, the segments fail. */
function open(engines: SherpaEngines, filled: FilledSherpaStt, report: (error: AntiphonError) => void): OpenedEngine {
  try {
    if (engines === sharedEngines) requireAddon('STT.Sherpa');
    const located: LocatedModel<SherpaSttModelType> = locateModel('stt', filled);
    return openEngine(engines, located, filled, report);
  } catch (cause) {
    const error = asAntiphonError(cause, 'provider_failed', { provider: 'sherpa' });
    return { settings: NO_SETTINGS, connect: (client) => createFailedConnection(client, error), release: () => {} };
  }
}

function openEngine(
  engines: SherpaEngines,
  located: LocatedModel<SherpaSttModelType>,
  filled: FilledSherpaStt,
  report: (error: AntiphonError) => void,
): OpenedEngine {
  const settings = createRecogniserSettings(located, filled);
  let isMeasured = false;
  const connect: OpenedEngine['connect'] = (client) => {
    const pool = engines.stt(settings);
    if (pool.isFull(limitsOf(filled))) return createFailedConnection(client, createFullError(filled));
    return pool.select(limitsOf(filled)).connect({
      onAnswer: (answer) => {
        if (answer.kind === 'event') return client.onAnswer(answer);
        if (answer.kind === 'work') return recordWork('stt', filled.model, answer);
        const warning = isMeasured ? undefined : createSlowWarning(filled.model, located, answer);
        isMeasured = true;
        if (warning !== undefined) report(warning);
      },
      onLost: (error) => client.onLost(error),
    });
  };
  return { settings, connect, release: () => engines.stt(settings).release() };
}

export function limitsOf({ max_processes, max_sessions }: FilledSherpaStt): EnginePoolLimits {
  return { maxHosts: max_processes ?? countCores(), maxClients: max_sessions };
}

function createFullError({ model, max_processes = countCores(), max_sessions }: FilledSherpaStt): AntiphonError {
  const full = `${max_processes} ${max_processes === 1 ? 'process' : 'processes'} of ${model}`;
  return new AntiphonError('provider_failed', `all of the ${full} have ${max_sessions} sessions`, {
    provider: 'sherpa',
  });
}

const NO_SETTINGS: RecogniserSettings = {
  streaming: true,
  config: { modelConfig: { tokens: '' } },
  timeScale: 1,
  keywords: [],
  interimSamples: null,
};
