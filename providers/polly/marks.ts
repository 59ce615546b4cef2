import { map, pipe, reduce, type OperatorFunction } from 'rxjs';
import type { HttpEvent } from '../../src/wire/http.ts';
import { asNumber, asText, parseObject } from '../../src/wire/json.ts';
import { extractBody } from '../../src/wire/tts/sentenceSynthesizer.ts';
import type { PlacedWord } from '../../src/wire/tts/timedSentence.ts';

/** Emits the words of an answer with speech marks, which has one JSON object in each line. */
export function parseWordMarks(text: string): OperatorFunction<HttpEvent, readonly PlacedWord[]> {
  return pipe(
    extractBody,
    reduce((read, bytes) => Buffer.concat([read, bytes]), Buffer.alloc(0)),
    map((read) => createWords(read.toString().split('\n').flatMap(parseMark), text)),
  );
}

interface Mark {
  readonly text: string;
  readonly startMs: number;
}

function parseMark(line: string): readonly Mark[] {
  const mark = parseObject(line);
  const startMs = asNumber(mark?.['time']);
  return startMs === null || mark?.['type'] !== 'word' ? [] : [{ text: asText(mark['value']), startMs }];
}

/**
 * Creates words that end where the next one begins, since Polly times only beginnings. The last one has no end. A word
 * after an SSML tag has its offset, because the tag itself contains words.
 */
function createWords(marks: readonly Mark[], text: string): readonly PlacedWord[] {
  const spoken = text.replaceAll(TAG, (tag) => ' '.repeat(tag.length));
  let at = 0;
  return marks.map((mark, index) => {
    const from = spoken.indexOf(mark.text, at);
    const isBehindTag = from !== -1 && text.slice(at, from).includes('>');
    if (from !== -1) at = from + mark.text.length;
    const word = { ...mark, endMs: marks[index + 1]?.startMs ?? UNKNOWN_END_MS };
    return isBehindTag ? { ...word, from } : word;
  });
}

const TAG = /<[^<>]*>/gu;

/** Later than any audio of one request: the end of the audio ends the word. */
const UNKNOWN_END_MS = 3_600_000;
