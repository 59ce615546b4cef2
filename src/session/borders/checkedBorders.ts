import type { Observable } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import type { SessionIo } from '../../core/ports.ts';
import type { Ports } from '../config/ports.ts';
import { createCheckedStt } from './checkedStt.ts';
import { createCheckedTransport } from './checkedTransport.ts';
import { createCheckedVad } from './checkedVad.ts';
import { createCheckedTts } from './checkedTts.ts';
import { createBorderReports } from './borderReports.ts';

export interface CheckedBorders {
  readonly ports: Ports;
  readonly io: SessionIo;
  /** What was found beside the streams: breaches that were dropped, and teardowns that failed. */
  readonly errors: Observable<AntiphonError>;
}

/** The ports and the transport of a session, which emit nothing that their contracts do not allow and throw nothing. */
export function createCheckedBorders({ vad, stt, tts }: Ports, io: SessionIo): CheckedBorders {
  const reports = createBorderReports();
  return {
    ports: {
      vad: createCheckedVad(vad, reports),
      stt: createCheckedStt(stt, reports),
      tts: createCheckedTts(tts, reports),
    },
    io: createCheckedTransport(io, [vad.sampleRate, stt.sampleRate], reports),
    errors: reports.errors,
  };
}
