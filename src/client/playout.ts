import { createResampler, type Resampler } from '../core/resampler.ts';

/** Interval of position reports, in ms. */
const POSITION_MS = 100;
const LEVELS_PER_SECOND = 30;
/** Longest queue of an utterance, in seconds. Audio beyond it is dropped and never counts as played. */
const MAX_WAITING_S = 60;
const FULL_SCALE = 32_768;

/** A command to the loudspeaker. */
export type SpeakerCommand =
  | { readonly kind: 'start'; readonly utterance: string; readonly sampleRate: number }
  /** The next samples of the utterance that was started last. */
  | { readonly kind: 'audio'; readonly samples: Int16Array }
  | { readonly kind: 'end'; readonly utterance: string }
  | ClearCommand
  /** Stops playing for good; a `clear` is still answered. */
  | { readonly kind: 'silence' };

export interface ClearCommand {
  readonly kind: 'clear';
  readonly utterance: string;
  /** Returned in the answer. */
  readonly clearId: number;
}

/** A report of the loudspeaker. `played`: samples of the utterance so far, at its `sampleRate`. */
export type SpeakerReport = PlaybackReport | { readonly kind: 'level'; readonly level: number };

export type PlaybackReport =
  | {
      readonly kind: 'started' | 'position' | 'finished';
      readonly utterance: string;
      readonly played: number;
      readonly sampleRate: number;
    }
  | {
      readonly kind: 'cleared';
      readonly utterance: string;
      readonly clearId: number;
      readonly played: number;
      readonly sampleRate: number;
    };

/** A queue of utterances, played in order at the rate of a device and counted in samples of the wire. */
export interface Playout {
  execute(command: SpeakerCommand): readonly SpeakerReport[];
  /** Fills the next block of the device, with silence where there is no audio. */
  render(block: Float32Array): readonly SpeakerReport[];
}

/**
 * Creates a player of utterances of any rate at `deviceRate` Hz. It reports `started` with the block of the first sample,
 * `position` every 100 ms, and `finished` with the block of the last. `cleared` answers a `clear` at once: the next block is
 * silent, and the count stands still.
 */
export function createPlayout(deviceRate: number): Playout {
  const meter = createMeter(deviceRate);
  const queue: Utterance[] = [];
  let last: Utterance | undefined;
  let silenced = false;

  const render = (block: Float32Array): readonly SpeakerReport[] => {
    const reports: SpeakerReport[] = [];
    let filled = 0;
    for (let first = queue[0]; first !== undefined && !silenced; first = queue[0]) {
      filled += copy(first, block, filled);
      reports.push(...progress(first, block.length));
      // Waits for an utterance that has run dry: the next one may not overtake it.
      if (!isOver(first)) break;
      last = queue.shift();
    }
    block.fill(0, filled);
    return [...reports, ...meter(block)];
  };

  const execute = (command: SpeakerCommand): readonly SpeakerReport[] => {
    const newest = queue.at(-1);
    switch (command.kind) {
      case 'start':
        if (newest !== undefined) end(newest);
        queue.push(createUtterance(command.utterance, command.sampleRate, deviceRate));
        return [];
      case 'audio':
        if (newest !== undefined) append(newest, command.samples);
        return [];
      case 'end':
        if (newest?.id === command.utterance) end(newest);
        return [];
      case 'clear':
        last = remove(queue, command.utterance) ?? last;
        return [cleared(command, last, deviceRate)];
      case 'silence':
        silenced = true;
        return [];
    }
  };
  return { execute, render };
}

interface Utterance {
  readonly id: string;
  /** On the wire, and of the device, in Hz. */
  readonly sampleRate: number;
  readonly deviceRate: number;
  readonly resampler: Resampler;
  /** Queued samples at the device's rate: the pieces, the offset in the first one, their sum, and the played samples. */
  readonly pieces: Int16Array[];
  offset: number;
  waiting: number;
  played: number;
  /** At the wire's rate. */
  received: number;
  ended: boolean;
  started: boolean;
  /** Device samples since the last report. */
  sinceReport: number;
}

function createUtterance(id: string, sampleRate: number, deviceRate: number): Utterance {
  const resampler = createResampler(sampleRate, deviceRate);
  const counts = { offset: 0, waiting: 0, played: 0, received: 0, sinceReport: 0 };
  return { id, sampleRate, deviceRate, resampler, pieces: [], ...counts, ended: false, started: false };
}

function append(utterance: Utterance, samples: Int16Array): void {
  if (utterance.ended || utterance.waiting >= MAX_WAITING_S * utterance.deviceRate) return;
  utterance.received += samples.length;
  enqueue(utterance, utterance.resampler.push(samples));
}

function end(utterance: Utterance): void {
  if (utterance.ended) return;
  utterance.ended = true;
  enqueue(utterance, utterance.resampler.flush());
}

function enqueue(utterance: Utterance, piece: Int16Array): void {
  if (piece.length === 0) return;
  utterance.pieces.push(piece);
  utterance.waiting += piece.length;
}

/** Moves samples of the utterance into the block and returns their number. */
function copy(utterance: Utterance, block: Float32Array, from: number): number {
  let at = from;
  for (let piece = utterance.pieces[0]; piece !== undefined && at < block.length; piece = utterance.pieces[0]) {
    const part = piece.subarray(utterance.offset, utterance.offset + block.length - at);
    for (const sample of part) block[at++] = sample / FULL_SCALE;
    utterance.offset += part.length;
    if (utterance.offset < piece.length) break;
    utterance.pieces.shift();
    utterance.offset = 0;
  }
  utterance.waiting -= at - from;
  utterance.played += at - from;
  return at - from;
}

/** Reports on the utterance after a block of `elapsed` samples of the device. */
function progress(utterance: Utterance, elapsed: number): readonly PlaybackReport[] {
  const { id, sampleRate, deviceRate } = utterance;
  const report = (kind: 'started' | 'position' | 'finished'): PlaybackReport => ({
    kind,
    utterance: id,
    played: playedOf(utterance),
    sampleRate,
  });
  const starts = !utterance.started && utterance.played > 0;
  utterance.started ||= starts;
  utterance.sinceReport += utterance.started && !starts ? elapsed : 0;
  const interval = (deviceRate * POSITION_MS) / 1000;
  const due = utterance.sinceReport >= interval;
  if (due) utterance.sinceReport -= interval;
  if (isOver(utterance)) return starts ? [report('started'), report('finished')] : [report('finished')];
  if (starts) return [report('started')];
  return due ? [report('position')] : [];
}

function isOver({ ended, waiting }: Utterance): boolean {
  return ended && waiting === 0;
}

/** The resampler rounds up; the count is at most the received samples. */
function playedOf({ played, sampleRate, deviceRate, received }: Utterance): number {
  return Math.min(received, Math.floor((played * sampleRate) / deviceRate));
}

function remove(queue: Utterance[], id: string): Utterance | undefined {
  const at = queue.findIndex((utterance) => utterance.id === id);
  return at < 0 ? undefined : queue.splice(at, 1)[0];
}

/** A `clear` may cross the `finished` of its utterance: then all of it was played. */
function cleared(
  { utterance, clearId }: ClearCommand,
  last: Utterance | undefined,
  deviceRate: number,
): PlaybackReport {
  const answer = { kind: 'cleared', utterance, clearId } as const;
  if (last?.id !== utterance) return { ...answer, played: 0, sampleRate: deviceRate };
  return { ...answer, played: playedOf(last), sampleRate: last.sampleRate };
}

/** Measures the level of the played audio at even intervals of device time. */
function createMeter(deviceRate: number): (block: Float32Array) => readonly SpeakerReport[] {
  let energy = 0;
  let count = 0;
  return (block) => {
    energy += block.reduce((sum, value) => sum + value * value, 0);
    count += block.length;
    if (count < deviceRate / LEVELS_PER_SECOND) return [];
    const level = Math.sqrt(energy / count);
    energy = 0;
    count = 0;
    return [{ kind: 'level', level }];
  };
}
