import { defer, type Observable } from 'rxjs';
import { checkSttFormat, checkTtsFormat, checkVadFormat } from '../../core/checkFormat.ts';
import type { AntiphonError } from '../../core/errors.ts';
import type { TurnModel } from '../../core/turnModel.ts';
import type { Ports } from '../config/ports.ts';
import type { PartSession } from '../partSession.ts';
import type { Contain } from './containment.ts';
import { createPart, type Part } from './part.ts';

/** Ports that replace those of the config: each a port, or a function that creates one for its session. */
export type OwnPorts = {
  readonly [Name in keyof Ports]?: Ports[Name] | ((session: PartSession) => NonNullable<Ports[Name]>) | undefined;
};

export interface OwnPortsOptions {
  readonly session: PartSession;
  readonly report: (error: AntiphonError) => void;
  readonly contain: Contain;
}

/** The application's ports, and the parts that contain their code. */
export interface CreatedPorts {
  readonly own: Partial<Ports>;
  readonly partOf: (name: keyof Ports) => Part;
}

/**
 * Creates the application's ports for a session.
 * @throws AntiphonError `port_failed`; `usage_invalid` for a port with an invalid rate, window or timeout
 */
export function createOwnPorts(
  { vad, stt, tts, speechModel, turns }: OwnPorts,
  { session, report, contain }: OwnPortsOptions,
): CreatedPorts {
  const partOf = (name: keyof Ports): Part =>
    createPart({ label: `port "${name}" (yours)`, path: `ports.${name}`, code: 'port_failed', report, contain });
  const create = <Port extends object>(name: keyof Ports, given: Port | ((session: PartSession) => Port)): Port => {
    if (typeof given !== 'function') return given;
    const part = partOf(name);
    try {
      return part.run(() => given(session));
    } catch (thrown) {
      throw part.createError(thrown);
    }
  };
  const own = {
    ...(vad && { vad: create('vad', vad) }),
    ...(stt && { stt: create('stt', stt) }),
    ...(tts && { tts: create('tts', tts) }),
    ...(speechModel && { speechModel: create('speechModel', speechModel) }),
    ...(turns && { turns: containTurns(create('turns', turns), partOf('turns')) }),
  };
  if (own.vad) checkVadFormat(own.vad, 'ports.vad');
  if (own.stt) checkSttFormat(own.stt, 'ports.stt');
  if (own.tts) checkTtsFormat(own.tts, 'ports.tts');
  if (own.speechModel) checkTtsFormat(own.speechModel, 'ports.speechModel');
  return { own, partOf };
}

function containTurns(port: TurnModel, part: Part): TurnModel {
  const { kind, name } = port;
  const open = <T>(listen: () => Observable<T>): Observable<T> => part.outOf(defer(listen));
  if (kind === 'streaming') return { kind, name, listen: (audio) => open(() => port.listen(part.into(audio))) };
  const { usesAudio } = port;
  return {
    kind,
    name,
    usesAudio,
    warmUp: () => part.run(() => port.warmUp?.()),
    score: (pause) => open(() => port.score(pause)),
  };
}
