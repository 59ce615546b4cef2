import type { Head, Line } from '../../../record/format.ts';
import { allOut, valueIn } from '../../lines.ts';
import type { RecordedSegment, TranscribedSpeech } from './recordedSegment.ts';
import type { RecordedTurns } from './recordedTurns.ts';
import type { Word } from './words.ts';

/** Returns whether a session had a speech model and no recogniser. The words of its turns come late, as whole texts. */
export function lacksRecogniser({ config, ports }: Pick<Head, 'config' | 'ports'>): boolean {
  return ports.speechModel !== undefined && config.stt === undefined;
}

/** The speech of a session without a recogniser, and its turns. */
export interface CommittedSpeech {
  readonly transcribed: TranscribedSpeech;
  readonly turns: RecordedTurns;
}

/**
 * Takes each voiced window of a committed segment for a word without text, so that a turn is found again by its speech.
 * The texts of the turns are those of the model.
 *
 * @param voiced the voiced windows of each segment
 */
export function readVoice(
  lines: readonly Line[],
  { segments }: Pick<TranscribedSpeech, 'segments'>,
  voiced: (segment: RecordedSegment) => readonly number[],
  { ofTyped, committed }: RecordedTurns,
): CommittedSpeech {
  const turnOf = new Map(
    allOut(lines, 'userTurn').flatMap(({ v }) =>
      (v.input?.segments ?? []).map((segment) => [segment, v.turn] as const),
    ),
  );
  const words: Word[] = [];
  const ofWord: number[] = [];
  const heard = segments.map((segment) => {
    const turn = turnOf.get(segment.segment);
    const firstWord = words.length;
    for (const window of turn === undefined ? [] : voiced(segment)) {
      words.push({ text: '', window, segment: segment.segment });
      ofWord.push(turn as number);
    }
    return { ...segment, firstWord, afterWords: words.length };
  });
  const texts = readTexts(lines);
  const named = committed.map(({ turn, text }) => ({ turn, text: texts.get(turn) ?? text }));
  return { transcribed: { segments: heard, words }, turns: { ofTyped, ofWord, committed: named } };
}

function readTexts(lines: readonly Line[]): ReadonlyMap<number, string> {
  return new Map(
    lines.flatMap((line) => {
      const event = valueIn(line, 'model');
      return event?.kind === 'words' && event.final ? [[event.turn, event.text] as const] : [];
    }),
  );
}
