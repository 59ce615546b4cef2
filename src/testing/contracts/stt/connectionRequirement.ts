import { assertEqual } from '../contract.ts';
import { SEGMENT_TEXTS, segmentsFor, type Speak } from './segments.ts';
import { transcribeInTurn, collectTranscripts } from './collectTranscripts.ts';
import type { SttRequirement } from './requirement.ts';

/** The requirement of a recogniser whose connections outlive a segment. */
export function sttConnectionRequirement(speak: Speak): SttRequirement {
  return {
    name: 'segment after segment goes over one connection',
    check: async ({ subject: { stt, attempts } }) => {
      const { whole } = segmentsFor(stt, speak);
      const { words } = await collectTranscripts(transcribeInTurn(stt, [await whole(0), await whole(3)]));
      assertEqual('the words', [words(0), words(3)], [SEGMENT_TEXTS[0], SEGMENT_TEXTS[3]]);
      if (attempts !== undefined) assertEqual('the connections', attempts(), 1);
    },
  };
}
