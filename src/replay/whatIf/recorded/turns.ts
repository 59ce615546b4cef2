import type { Line } from '../../../record/format.ts';
import { allOut, valueIn, valueOut } from '../../lines.ts';
import type { TranscribedSpeech } from './segments.ts';

/** Which turn of the recording each word and each typed line went into; null: none any more. */
export interface RecordedTurns {
  readonly committed: readonly { readonly turn: number; readonly text: string }[];
  readonly ofWord: readonly (number | null)[];
  readonly ofTyped: readonly (number | null)[];
}

/** A word goes into the first turn that is committed once all its words are there. */
export function turnsOf(lines: readonly Line[], { segments, words }: TranscribedSpeech): RecordedTurns {
  const ofWord: (number | null)[] = words.map(() => null);
  const ofTyped: (number | null)[] = [];
  let known = 0;
  let given = 0;
  let typedBefore = 0;
  for (const line of lines) {
    const stt = valueIn(line, 'stt');
    if (stt !== undefined && 'text' in stt)
      known = Math.max(known, segments.findLast((one) => one.segment === stt.segment)?.afterWords ?? 0);
    if (valueIn(line, 'typed') !== undefined) ofTyped.push(null);
    const turn = valueOut(line, 'userTurn')?.turn;
    if (turn === undefined) continue;
    ofWord.fill(turn, given, known);
    ofTyped.fill(turn, typedBefore);
    given = known;
    typedBefore = ofTyped.length;
  }
  return { committed: allOut(lines, 'userTurn').map(({ v }) => v), ofWord, ofTyped };
}
