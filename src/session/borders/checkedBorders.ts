import type { AntiphonError } from '../../core/errors.ts';
import type { SessionIo, SpeechToText, TextToSpeech } from '../../core/ports.ts';
import { isTrustedPort } from '../../core/trustedPorts.ts';
import type { Ports } from '../config/ports.ts';
import type { CreatedPorts } from '../containment/ownPorts.ts';
import type { Part } from '../containment/part.ts';
import type { Borders } from '../recording.ts';
import { createBorderReports } from './borderReports.ts';
import { createCheckedSpeechModel } from './checkedSpeechModel.ts';
import { createCheckedStt } from './checkedStt.ts';
import { createCheckedTransport } from './checkedTransport.ts';
import { createCheckedTts } from './checkedTts.ts';
import { createCheckedVad } from './checkedVad.ts';

/** Wraps the ports and the transport of a session so that they keep their contracts and never throw. */
export function createCheckedBorders(
  { vad, stt, tts, speechModel, turns }: Ports,
  io: SessionIo,
  { own, partOf, transport }: CreatedPorts & { readonly transport?: Part | undefined },
): Pick<Borders, 'ports' | 'io' | 'errors'> & {
  readonly checkTts: (tts: TextToSpeech) => TextToSpeech;
  readonly checkStt: (stt: SpeechToText) => SpeechToText;
  /** Reports an error of noise suppression, which is recorded as an input because a replay does not suppress noise. */
  readonly reportNoise: (error: AntiphonError) => void;
} {
  const reports = createBorderReports();
  const containing = (name: 'vad' | 'stt' | 'tts' | 'speechModel'): Part | undefined => {
    const port = own[name];
    return port === undefined || isTrustedPort(port) ? undefined : partOf(name);
  };
  return {
    ports: {
      vad: createCheckedVad(vad, reports, containing('vad')),
      stt: createCheckedStt(stt, reports, containing('stt')),
      tts: createCheckedTts(tts, reports, containing('tts')),
      speechModel: speechModel && createCheckedSpeechModel(speechModel, reports, containing('speechModel')),
      turns,
    },
    io: createCheckedTransport(io, [vad.sampleRate, speechModel?.sampleRate ?? stt.sampleRate], reports, transport),
    errors: reports.errors,
    checkTts: (changed) => createCheckedTts(changed, reports, partOf('tts')),
    checkStt: (changed) => createCheckedStt(changed, reports, partOf('stt')),
    reportNoise: (error) => reports.reportOnce('noise_suppression', () => error),
  };
}
