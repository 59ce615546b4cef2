import { groupBy } from '../../../core/groupBy.ts';
import type { Timeline } from '../../../draw/model.ts';
import type { Recording } from '../../../record/format.ts';
import { ofKind } from '../../../replay/lines.ts';
import { outgoing, typedOf, type Trace } from '../../../replay/timeline/lines.ts';
import type { FunctionCallView, TranscriptLine } from '../../../studio/protocol.ts';
import { placeWords } from './placeWords.ts';

/** What a transcript is created from. */
export interface TranscriptSources extends Pick<Recording, 'head'> {
  readonly trace: Trace;
  readonly timeline: Timeline;
  readonly functions: readonly FunctionCallView[];
}

/** Creates the transcript: what both sides said, the interims, and the functions' calls, in order of time. */
export function createTranscript(sources: TranscriptSources): readonly TranscriptLine[] {
  const lines = [...listUser(sources), ...listAgent(sources), ...sources.functions.map(toLine)];
  return lines.toSorted((a, b) => a.atMs - b.atMs);
}

function listUser({ head, trace }: TranscriptSources): readonly TranscriptLine[] {
  const starts = new Map(
    ofKind(outgoing(trace, 'activity'), 'started').map(({ t, v }) => [v.segment, t - v.voicedMs] as const),
  );
  const begun = new Set<number>();
  const spoken = outgoing(trace, 'transcript').flatMap(({ t, v }): readonly TranscriptLine[] => {
    if (v.text.trim() === '') return [];
    const startMs = starts.get(v.segment) ?? t;
    const isFirst = v.kind === 'final' && !begun.has(v.segment);
    if (v.kind === 'final') begun.add(v.segment);
    const isFinal = v.kind === 'final';
    return [
      {
        atMs: isFirst ? startMs : t,
        who: 'user',
        text: v.text,
        heardChars: isFinal ? v.text.length : 0,
        kind: isFinal ? 'message' : 'interim',
        words: placeWords(v, startMs, head),
      },
    ];
  });
  const typed = typedOf(trace).map(({ t, v }) => createMessage(t, 'user', v));
  return [...spoken, ...typed];
}

/** Lists the agent's utterances, including those that were never played. */
function listAgent({ trace, timeline }: TranscriptSources): readonly TranscriptLine[] {
  const timings = groupBy(ofKind(outgoing(trace, 'speech'), 'words'), ({ v }) => v.utterance);
  const played = timeline.utterances.map(({ utterance, fromMs, text, heard }): TranscriptLine => {
    const words = (timings.get(utterance) ?? []).flatMap(({ v }) => v.words);
    return {
      ...createMessage(fromMs, 'agent', text),
      // Without an end, the recording does not say how much was heard.
      heardChars: Math.min(text.length, heard?.length ?? text.length),
      words: words.map(({ from, to, startMs, endMs }) => ({
        fromMs: fromMs + startMs,
        toMs: fromMs + endMs,
        fromChar: from,
        toChar: to,
      })),
    };
  });
  const heard = new Set(timeline.utterances.map(({ utterance }) => utterance));
  const unheard = timeline.syntheses
    .filter(({ utterance, text }) => !heard.has(utterance) && text.trim() !== '')
    .map(({ fromMs, text }) => ({ ...createMessage(fromMs, 'agent', text), heardChars: 0 }));
  return [...played, ...unheard];
}

function toLine({ fromMs, name, arguments: given, result }: FunctionCallView): TranscriptLine {
  return createMessage(fromMs, 'function', `${name}(${given})${result === null ? '' : ` = ${result}`}`);
}

function createMessage(atMs: number, who: TranscriptLine['who'], text: string): TranscriptLine {
  return { atMs, who, text, heardChars: text.length, kind: 'message', words: [] };
}
