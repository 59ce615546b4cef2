import type { TranscriptDetails } from './speech.ts';

const NO_DETAILS: TranscriptDetails = {};

/** Picks the details of a transcript. The result has no keys for absent details. */
export function detailsOf({ words, confidence, language, speaker }: TranscriptDetails): TranscriptDetails {
  if (words === undefined && confidence === undefined && language === undefined && speaker === undefined)
    return NO_DETAILS;
  return {
    ...(words === undefined ? {} : { words }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(language === undefined ? {} : { language }),
    ...(speaker === undefined ? {} : { speaker }),
  };
}
