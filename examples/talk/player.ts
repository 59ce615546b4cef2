import type { PlayoutCommand, PlayoutReport } from 'antiphon';

/** A loudspeaker that takes audio block by block and can tell of every sample whether it was played. */
export interface Player {
  obey(command: PlayoutCommand): readonly PlayoutReport[];
  /** Plays the next block; where nothing is there to be played it is silence. */
  play(samples: number): { readonly block: Int16Array; readonly reports: readonly PlayoutReport[] };
}

/** Utterances are played in the order of their start, each until it has ended or is cleared. */
export function createPlayer(): Player {
  const tracks: Track[] = [];
  return {
    obey: (command) => {
      const track = tracks.find(({ utterance }) => utterance === command.utterance);
      if (command.kind === 'start') tracks.push({ utterance: command.utterance, waiting: [], played: 0, ended: false });
      if (command.kind === 'audio') track?.waiting.push(command.frame.samples);
      if (command.kind === 'end' && track) track.ended = true;
      if (command.kind !== 'clear') return [];
      if (track) tracks.splice(tracks.indexOf(track), 1);
      return [{ kind: 'cleared', utterance: command.utterance, playedSamples: track?.played ?? 0 }];
    },
    play: (samples) => {
      const block = new Int16Array(samples);
      const reports: PlayoutReport[] = [];
      for (let at = 0; tracks[0] !== undefined; tracks.shift()) {
        at += playTrack(tracks[0], block.subarray(at), reports);
        if (!isFinished(tracks[0])) break;
        reports.push({ kind: 'finished', utterance: tracks[0].utterance, playedSamples: tracks[0].played });
      }
      return { block, reports };
    },
  };
}

interface Track {
  readonly utterance: string;
  /** What came and is not played. */
  readonly waiting: Int16Array[];
  played: number;
  ended: boolean;
}

function isFinished({ waiting, ended }: Track): boolean {
  return ended && waiting.length === 0;
}

/** Fills `block` as far as there is audio; how far that is. */
function playTrack(track: Track, block: Int16Array, reports: PlayoutReport[]): number {
  const { utterance } = track;
  const filled = fill(block, track.waiting);
  if (filled === 0) return 0;
  if (track.played === 0) reports.push({ kind: 'started', utterance, playedSamples: 0 });
  track.played += filled;
  reports.push({ kind: 'position', utterance, playedSamples: track.played });
  return filled;
}

/** Moves samples from the front of `from` into `block`; how many. */
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
