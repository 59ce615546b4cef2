import { same } from '../contract.ts';
import { SAID, segmentsFor } from './segments.ts';
import type { Speak } from './segments.ts';
import { inTurn, recognised } from './session.ts';
import type { SttVow } from './vow.ts';

/** What a recogniser promises whose connections outlive a segment. */
export function oneConnection(speak: Speak): SttVow {
  return {
    name: 'segment after segment goes over one connection',
    keep: async ({ subject: { stt, attempts } }) => {
      const { whole } = segmentsFor(stt, speak);
      const { words } = await recognised(inTurn(stt, [await whole(0), await whole(3)]));
      same('the words', [words(0), words(3)], [SAID[0], SAID[3]]);
      if (attempts !== undefined) same('the connections', attempts(), 1);
    },
  };
}
