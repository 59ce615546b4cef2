import type { Observable } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import type { SessionIo } from '../../core/ports.ts';
import type { Ports } from '../config/ports.ts';
import { checkRecogniser } from './checkRecogniser.ts';
import { checkTransport } from './checkTransport.ts';
import { checkVad } from './checkVad.ts';
import { checkVoice } from './checkVoice.ts';
import { createBorderReports } from './reports.ts';

export interface CheckedBorders {
  readonly ports: Ports;
  readonly io: SessionIo;
  /** What was found beside the streams: breaches that were dropped, and teardowns that failed. */
  readonly found: Observable<AntiphonError>;
}

/** The ports and the transport of a session, which emit nothing that their contracts do not allow and throw nothing. */
export function checkBorders({ vad, stt, tts }: Ports, io: SessionIo): CheckedBorders {
  const reports = createBorderReports();
  return {
    ports: { vad: checkVad(vad, reports), stt: checkRecogniser(stt, reports), tts: checkVoice(tts, reports) },
    io: checkTransport(io, [vad.sampleRate, stt.sampleRate], reports),
    found: reports.errors,
  };
}
