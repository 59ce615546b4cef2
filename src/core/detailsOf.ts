import type { TranscriptDetails } from './speech.ts';

/** Picks the details of a transcript. Absent details are no keys of the result. */
export function detailsOf({ words, confidence, language, speaker }: TranscriptDetails): TranscriptDetails {
  return {
    ...(words === undefined ? {} : { words }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(language === undefined ? {} : { language }),
    ...(speaker === undefined ? {} : { speaker }),
  };
}
