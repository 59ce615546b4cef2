import { defer, map, type Observable } from 'rxjs';
import { fromBase64 } from '../../src/wire/bytes.ts';
import type { HttpEvent } from '../../src/wire/http.ts';
import { extractBody } from '../../src/wire/tts/sentenceSynthesizer.ts';

/**
 * Emits the audio in `{"audioContent":"…"}` as it arrives, because a long sentence has megabytes, and decoding it all
 * at once would block the event loop.
 */
export function decodeAudioContent(answer: Observable<HttpEvent>): Observable<Uint8Array> {
  return defer(() => extractBody(answer).pipe(map(createReader())));
}

const FIELD = /"audioContent"\s*:\s*"/u;
/** Longest text before the field, which is the first and only one. */
const MAX_PREFIX = 65_536;
const NOT_BASE64 = /[^A-Za-z0-9+/]/u;

function createReader(): (piece: Uint8Array) => Uint8Array {
  let inside = false;
  let text = '';
  return (piece) => {
    text += Buffer.from(piece).toString('latin1');
    const field = inside ? null : FIELD.exec(text);
    if (!inside && field === null) text = text.slice(-MAX_PREFIX);
    if (field !== null) text = text.slice(field.index + field[0].length);
    inside ||= field !== null;
    const end = inside ? text.search(NOT_BASE64) : 0;
    const whole = end === -1 ? text.length - (text.length % 4) : end;
    const bytes = fromBase64(text.slice(0, whole));
    text = text.slice(whole);
    return bytes;
  };
}
