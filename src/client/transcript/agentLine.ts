import type { MessageOf } from '../call.ts';
import type { AgentLine } from './lines.ts';

/** Creates the line of an utterance from its first text. */
export function createAgentLine({
  seq,
  t_ms,
  utterance_id,
  delta,
  repeated_chars,
}: MessageOf<'agent.text'>): AgentLine {
  const key = `${seq}`;
  return {
    kind: 'agent',
    key,
    atMs: t_ms,
    utterance: utterance_id,
    repeatedChars: repeated_chars ?? 0,
    text: delta,
    cut: '',
    playedMs: 0,
    state: 'coming',
  };
}

/** Ends the line with the text that was heard, after the part that it repeats. The rest is cut. */
export function finishHeard(line: AgentLine, heard: string): AgentLine {
  const whole = line.text + line.cut;
  const repeated = heard === '' ? 0 : line.repeatedChars;
  const end = endOf(whole.slice(repeated), heard);
  // The history is right even if it is not a prefix of the announced text.
  const [text, cut] = end === null ? [heard, ''] : [whole.slice(0, repeated + end), whole.slice(repeated + end)];
  return { ...line, text, cut: cut.trim() === '' ? '' : cut, state: 'over' };
}

/** Ends a line without a report: all of it counts as heard if any of it was audible. */
export function finish(line: AgentLine): AgentLine {
  return line.state === 'coming' ? finishHeard(line, '') : { ...line, state: 'over' };
}

/**
 * Splits the text of a line after the word being played, estimated at this pace.
 *
 * @example
 * ```ts
 * import { splitHeard, type Transcript } from 'antiphon/client';
 *
 * // Returns what the agent says, with the words that are still to come in brackets.
 * export function linesOf({ lines, msPerCharacter }: Transcript): readonly string[] {
 *   const agent = lines.filter((line) => line.kind === 'agent');
 *   return agent.map((line) => splitHeard(line, msPerCharacter)).map(({ heard, coming }) => `${heard}[${coming}]`);
 * }
 * ```
 */
export function splitHeard(
  line: AgentLine,
  msPerCharacter: number,
): { readonly heard: string; readonly coming: string } {
  const at = playedLength(line, msPerCharacter);
  const end = at === 0 ? 0 : at + line.text.slice(at).search(/\s|$/);
  return { heard: line.text.slice(0, end), coming: line.text.slice(end) };
}

/** Estimates the number of characters heard so far, at this pace. */
function playedLength({ text, playedMs, state }: AgentLine, msPerCharacter: number): number {
  return state === 'over' ? text.length : Math.min(text.length, Math.floor(playedMs / msPerCharacter));
}

/** Returns the index in `whole` at which the prefix `part` ends, ignoring spaces, or null if it is not a prefix. */
function endOf(whole: string, part: string): number | null {
  let end = 0;
  for (const sign of part.replace(/\s+/g, '')) {
    const next = whole.slice(end).search(/\S/);
    if (next < 0 || !whole.startsWith(sign, end + next)) return null;
    end += next + sign.length;
  }
  return end;
}
