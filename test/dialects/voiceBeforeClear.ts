import type { InLine, Line, Recording } from '../../src/record/format.ts';
import { fromBase64 } from '../../src/wire/bytes.ts';

const BLOCK_MS = 10;
/** What is quieter is silence. */
const LOUD = 4000;
/** A pause after which voice is counted anew, unless words are known. */
const BREAK_MS = 160;
/** Silence after which words no longer add up, so that it parts two passages of the user. */
export const PAUSE_MS = 2000;

/** What the session had got of the user's voice when the agent was interrupted, in ms of audio. */
export interface VoiceBeforeClear {
  /** Since the user's last passage began. */
  readonly passageMs: number;
  /** Since the last pause. A page whose machine is busy makes pauses of its own. */
  readonly stretchMs: number;
}

/**
 * Measures the voice before the first interruption. Lines of a recording are in the order of the session, so that nothing depends on how busy the
 * machine is. `undefined`: there was no interruption.
 */
export function voiceBeforeClear({ lines }: Recording): VoiceBeforeClear | undefined {
  const end = lines.findIndex(isClear);
  if (end < 0) return undefined;
  const isLoud = blocksOf(lines.slice(0, end).filter(isAudio)).toReversed();
  return { passageMs: loudUntil(isLoud, PAUSE_MS), stretchMs: loudUntil(isLoud, BREAK_MS) };
}

function loudUntil(isLoud: readonly boolean[], pauseMs: number): number {
  let [loud, silent] = [0, 0];
  for (const block of isLoud) {
    silent = block ? 0 : silent + 1;
    loud += block ? 1 : 0;
    if (silent * BLOCK_MS >= pauseMs) break;
  }
  return loud * BLOCK_MS;
}

function isClear(line: Line): boolean {
  return 'out' in line && line.out === 'command' && (line.v as { readonly kind: string }).kind === 'clear';
}

function isAudio(line: Line): line is InLine {
  return 'in' in line && line.in === 'audio' && line.v !== undefined;
}

/** Whether each 10 ms of the audio are loud. */
function blocksOf(frames: readonly InLine[]): readonly boolean[] {
  const written = frames.map(({ v }) => v as { readonly pcm: string; readonly rate: number });
  const samples = new Int16Array(Uint8Array.from(Buffer.concat(written.map(({ pcm }) => fromBase64(pcm)))).buffer);
  const length = ((written[0]?.rate ?? 0) / 1000) * BLOCK_MS;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, at) =>
    samples.subarray(at * length, (at + 1) * length).some((sample) => Math.abs(sample) > LOUD),
  );
}
