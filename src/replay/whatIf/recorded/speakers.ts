import type { Head, Line } from '../../../record/format.ts';
import { updateIn, valueOut } from '../../lines.ts';

/** Who answers, and with which voice. */
export interface Speaker {
  /** The name of the agent. Undefined: the first one, which has none. */
  readonly agent: string | undefined;
  /** The index of the voice: 0 is that of the head, each update with a voice brings the next. */
  readonly voice: number;
}

/** Finds out who is in charge at each line: updates take effect with the next reply. Returns a function of the line's index. */
export function readSpeakers(lines: readonly Line[], { agent }: Pick<Head, 'agent'>): (line: number) => Speaker {
  const changes: { readonly from: number; readonly speaker: Speaker }[] = [];
  const first: Speaker = { agent, voice: 0 };
  let kept = first;
  for (const [from, line] of lines.entries()) {
    const { tts, handoff } = updateIn(line) ?? {};
    if (tts !== undefined) kept = { ...kept, voice: kept.voice + 1 };
    if (handoff !== undefined) kept = { ...kept, agent: handoff.name };
    const speaker = changes.at(-1)?.speaker ?? first;
    if (kept !== speaker && valueOut(line, 'reply')?.kind === 'started') changes.push({ from, speaker: kept });
  }
  return (line) => changes.findLast(({ from }) => from <= line)?.speaker ?? first;
}
