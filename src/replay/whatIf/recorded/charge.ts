import type { Head, Line } from '../../../record/format.ts';
import { updateIn, valueOut } from '../../lines.ts';

/** Who answers, and with which voice. */
export interface Charge {
  /** The name of the agent. Undefined: the first one, which has none. */
  readonly agent: string | undefined;
  /** The index of the voice: 0 is that of the head, each update with a voice brings the next. */
  readonly voice: number;
}

/** Finds out who is in charge at each line: updates take effect with the next reply. Returns a function of the line's index. */
export function readCharge(lines: readonly Line[], { agent }: Pick<Head, 'agent'>): (line: number) => Charge {
  const changes: { readonly from: number; readonly charge: Charge }[] = [];
  const first: Charge = { agent, voice: 0 };
  let kept = first;
  for (const [from, line] of lines.entries()) {
    const { tts, handoff } = updateIn(line) ?? {};
    if (tts !== undefined) kept = { ...kept, voice: kept.voice + 1 };
    if (handoff !== undefined) kept = { ...kept, agent: handoff.name };
    const charge = changes.at(-1)?.charge ?? first;
    if (kept !== charge && valueOut(line, 'reply')?.kind === 'started') changes.push({ from, charge: kept });
  }
  return (line) => changes.findLast(({ from }) => from <= line)?.charge ?? first;
}
