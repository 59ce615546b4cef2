import type { PlayoutCommand, PlayoutReport } from 'antiphon';

/** A loudspeaker that plays block by block and counts every played sample. */
export interface Player {
  handle(command: PlayoutCommand): readonly PlayoutReport[];
  /** Plays the next block, filled up with silence. */
  play(samples: number): { readonly block: Int16Array; readonly reports: readonly PlayoutReport[] };
}

/** Creates a player that plays utterances in order, each until it has ended or is cleared. */
export function createPlayer(): Player {
  const tracks: Track[] = [];
  const played = new Map<string, number>();
  const report = (kind: PlayoutReport['kind'], utterance: string): PlayoutReport => ({
    kind,
    utterance,
    playedSamples: played.get(utterance) ?? 0,
  });
  const playTrack = ({ utterance, waiting }: Track, block: Int16Array, reports: PlayoutReport[]): number => {
    const filled = fill(block, waiting);
    if (filled === 0) return 0;
    if (!played.has(utterance)) reports.push(report('started', utterance));
    played.set(utterance, (played.get(utterance) ?? 0) + filled);
    reports.push(report('position', utterance));
    return filled;
  };
  return {
    handle: (command) => {
      change(tracks, command);
      return command.kind === 'clear' ? [report('cleared', command.utterance)] : [];
    },
    play: (samples) => {
      const block = new Int16Array(samples);
      const reports: PlayoutReport[] = [];
      for (let at = 0, [track] = tracks; track !== undefined; [track] = tracks) {
        at += playTrack(track, block.subarray(at), reports);
        if (!track.ended || track.waiting.length > 0) break;
        reports.push(report('finished', track.utterance));
        tracks.shift();
      }
      return { block, reports };
    },
  };
}

/** Moves samples from the front of `from` into `block`. Returns their number. */
export function fill(block: Int16Array, from: Int16Array[]): number {
  let at = 0;
  for (let [first] = from; first !== undefined && at < block.length; [first] = from) {
    const taken = first.subarray(0, block.length - at);
    block.set(taken, at);
    at += taken.length;
    if (taken.length === first.length) from.shift();
    else from[0] = first.subarray(taken.length);
  }
  return at;
}

interface Track {
  readonly utterance: string;
  /** Received but unplayed audio. */
  readonly waiting: Int16Array[];
  ended: boolean;
}

function change(tracks: Track[], command: PlayoutCommand): void {
  const { utterance } = command;
  if (command.kind === 'start') tracks.push({ utterance, waiting: [], ended: false });
  const track = tracks.find((other) => other.utterance === utterance);
  if (track === undefined) return;
  if (command.kind === 'audio') track.waiting.push(command.frame.samples);
  if (command.kind === 'end') track.ended = true;
  if (command.kind === 'clear') tracks.splice(tracks.indexOf(track), 1);
}
