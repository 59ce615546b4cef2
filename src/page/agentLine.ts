import type { MessageOf } from './inputs.ts';
import type { AgentLine } from './lines.ts';

/** An utterance of which the first words have come. */
export function createAgentLine({ seq, t_ms, utterance_id, delta }: MessageOf<'agent.text'>): AgentLine {
  const key = `${seq}`;
  return {
    kind: 'agent',
    key,
    atMs: t_ms,
    utterance: utterance_id,
    text: delta,
    cut: '',
    playedMs: 0,
    state: 'coming',
  };
}

/** The utterance is over, and this is what was heard of it: the rest is cut. */
export function finishHeard(line: AgentLine, heard: string): AgentLine {
  const whole = line.text + line.cut;
  const end = endOf(whole, heard);
  // What the history holds is right, even where it does not lie in what was announced.
  const [text, cut] = end === null ? [heard, ''] : [whole.slice(0, end), whole.slice(end)];
  return { ...line, text, cut: cut.trim() === '' ? '' : cut, state: 'over' };
}

/** The utterance is over without a word on what was heard: all of it, if it was ever audible. */
export function finishUnknown(line: AgentLine): AgentLine {
  return line.state === 'coming' ? finishHeard(line, '') : { ...line, state: 'over' };
}

/** How many characters of its text have been heard by now, at this pace. */
export function playedLength({ text, playedMs, state }: AgentLine, msPerCharacter: number): number {
  return state === 'over' ? text.length : Math.min(text.length, Math.floor(playedMs / msPerCharacter));
}

/** Where `part` ends in `whole` when both begin together, whatever the spaces; null if they do not. */
function endOf(whole: string, part: string): number | null {
  let end = 0;
  for (const sign of part.replace(/\s+/g, '')) {
    const next = whole.slice(end).search(/\S/);
    if (next < 0 || !whole.startsWith(sign, end + next)) return null;
    end += next + sign.length;
  }
  return end;
}
