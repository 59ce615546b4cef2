import type { SpeechModelInput } from '../../../core/speechToSpeech.ts';
import type { Line } from '../../../record/format.ts';
import { valueOut } from '../../lines.ts';
import type { Timed } from '../fromTimes.ts';

/** An input of the speech model. Audio has no input of its own: it is part of the turn that is committed. */
export type PlayedInput = Timed &
  (
    | { readonly kind: 'commit'; readonly turn: number; readonly voicedFromMs: number }
    | Exclude<SpeechModelInput, { readonly kind: 'audio' | 'clear' | 'commit' }>
  );

/** Collects what a run sends to its speech model. */
export class ModelInputs {
  readonly all: PlayedInput[] = [];
  readonly #voicedFrom = new Map<number, number>();

  note(input: SpeechModelInput, atMs: number): void {
    if (input.kind !== 'audio' && input.kind !== 'clear' && input.kind !== 'commit') this.all.push({ ...input, atMs });
  }

  /** Notes a turn that is committed, with the time at which its speech began. */
  noteLine(line: Line): void {
    const activity = valueOut(line, 'activity');
    if (activity?.kind === 'started') this.#voicedFrom.set(activity.segment, line.t - activity.voicedMs);
    const { turn, input } = valueOut(line, 'userTurn') ?? {};
    const [first] = input?.segments ?? [];
    if (turn === undefined || first === undefined) return;
    this.all.push({ kind: 'commit', turn, voicedFromMs: this.#voicedFrom.get(first) ?? line.t, atMs: line.t });
  }
}
