import {
  concat,
  concatMap,
  connect,
  defer,
  map,
  of,
  switchMap,
  take,
  takeWhile,
  throwError,
  type Observable,
  type OperatorFunction,
} from 'rxjs';
import { fromBase64 } from '../../src/wire/bytes.ts';
import { errorOf } from '../../src/wire/fault.ts';
import type { HttpEvent } from '../../src/wire/http.ts';
import { asText, parseObject } from '../../src/wire/json.ts';
import { decodeDetected } from '../../src/wire/tts/decodeDetected.ts';
import { extractBody, isTextContent } from '../../src/wire/tts/sentenceSynthesizer.ts';

/**
 * Creates the decoder for the response to a speech request, at `sampleRate` Hz. Some compatible servers send events
 * (`text/event-stream`), WAV or mp3 although bare samples were requested, so the content type and the first bytes
 * decide how to read the response. Any other text or format is an error.
 */
export function decodeSpeech(sampleRate: number): OperatorFunction<HttpEvent, Int16Array> {
  return connect((answer) =>
    answer.pipe(
      take(1),
      switchMap((head) => {
        const type = head.kind === 'head' ? (head.headers['content-type'] ?? '') : '';
        if (type.startsWith('text/event-stream'))
          return extractBody(answer).pipe(splitLines, decodeEvents, decodeDetected('', sampleRate));
        return isTextContent(type)
          ? throwError(() => createAudioError(`answered in ${type}`))
          : extractBody(answer).pipe(decodeDetected(type, sampleRate));
      }),
    ),
  );
}

/** Emits the lines, including an unterminated last one. Everything read from them is ASCII. */
function splitLines(bytes: Observable<Uint8Array>): Observable<string> {
  return defer(() => {
    let partial = '';
    const takeLines = (text: string): readonly string[] => {
      const parts = `${partial}${text}`.split(/\r?\n/u);
      partial = parts.pop() ?? '';
      return parts;
    };
    const text = bytes.pipe(map((piece) => Buffer.from(piece).toString('latin1')));
    return concat(text, of('\n')).pipe(concatMap(takeLines));
  });
}

/**
 * Emits the audio of `speech.audio.delta` until `speech.audio.done` or `[DONE]`. Some servers name the field `delta`.
 */
function decodeEvents(events: Observable<string>): Observable<Uint8Array> {
  return events.pipe(
    map((line) => /^data: ?(.*)$/u.exec(line)?.[1] ?? ''),
    takeWhile((data) => data !== '[DONE]'),
    map((data) => parseObject(data) ?? {}),
    takeWhile(({ type }) => type !== 'speech.audio.done'),
    concatMap((event) => {
      if (event['type'] === 'error' || 'error' in event)
        return throwError(() => createAudioError('failed while it spoke'));
      const audio = asText(event['audio']) || asText(event['delta']);
      return audio === '' ? [] : of(fromBase64(audio));
    }),
  );
}

function createAudioError(message: string): Error {
  return errorOf('openai', { kind: 'retry', message });
}
