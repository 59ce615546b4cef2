import type { Head, Line } from '../../../record/format.ts';
import { updateIn, valueOut } from '../../lines.ts';

/** The agent that answers, and its voice. */
export interface Speaker {
  /** The name of the agent. Undefined for the first agent if it has no name. */
  readonly agent: string | undefined;
  /** The index of the voice: 0 is the head's voice, and each update with a voice adds the next. */
  readonly voice: number;
}

/**
 * Finds the agent in charge at each line. Updates take effect with the next reply. Returns a function of the line's
 * index.
 */
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
