import type { Recording } from '../../record/format.ts';
import { allOut, lastVoicedAt, ofKind } from '../../replay/lines.ts';

/** One segment of the user's speech, in session time. */
export interface UserSpeech {
  readonly segment: number;
  /** Time of the first voiced sample; `toMs` is the time of the last. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Its finals, or its last interim if it has no final. Empty for noise. */
  readonly texts: readonly string[];
}

/** Lists the segments of the user's speech in order, with their words. */
export function listUserSpeech({ lines }: Recording): readonly UserSpeech[] {
  const activity = allOut(lines, 'activity');
  const ends = new Map(ofKind(activity, 'ended').map((ended) => [ended.v.segment, lastVoicedAt(ended)] as const));
  const transcripts = allOut(lines, 'transcript').map(({ v }) => v);
  const nowMs = lines.at(-1)?.t ?? 0;
  return ofKind(activity, 'started').map(({ t, v: { segment, voicedMs } }) => {
    const own = transcripts.filter((transcript) => transcript.segment === segment && transcript.text.trim() !== '');
    const finals = own.filter(({ kind }) => kind === 'final');
    const texts = (finals.length > 0 ? finals : own.slice(-1)).map(({ text }) => text.trim());
    return { segment, fromMs: t - voicedMs, toMs: ends.get(segment) ?? nowMs, texts };
  });
}
