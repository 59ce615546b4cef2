import type { Transcript } from 'antiphon';
import { filter, map, pipe, type MonoTypeOperatorFunction } from 'rxjs';

/**
 * Removes fillers from transcripts, and drops transcripts without other words. Use it as
 * `createSession(agent, config, io, { splice: { transcript: dropFillers() } })`.
 *
 * ```text
 * said     --a----u----m--|    a "hello", u "um", m "um, a table"
 * without  --a---------t--|    t "a table"
 * ```
 */
export function dropFillers(): MonoTypeOperatorFunction<Transcript> {
  return pipe(
    map((said) => ({ ...said, text: said.text.replace(/\b(um|uh)\b,?\s*/giu, '').trim() })),
    filter(({ text }) => text !== ''),
  );
}
