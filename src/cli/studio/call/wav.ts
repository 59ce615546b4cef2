import type { AudioSide } from '../../../studio/protocol.ts';
import { createChannel, selectRate, type Channel } from '../../export/channel.ts';
import { createWav, MAX_WAV_BYTES, type WavFile } from '../../export/wav.ts';
import { StudioError } from '../failures.ts';
import type { TaskInputs } from '../threads/task.ts';
import { openMedia, type CallMedia } from './openCall.ts';

/** The length of a WAV file. */
export interface AudioFormat {
  readonly bytes: number;
}

export async function readAudioFormat({ file, side }: TaskInputs['audioFormat']): Promise<AudioFormat> {
  const { bytes } = openWav(await openMedia(file), side);
  return { bytes };
}

/** Reads a range of the bytes of a WAV file. */
export async function readAudio({ file, side, from, to }: TaskInputs['audio']): Promise<Uint8Array<ArrayBuffer>> {
  return openWav(await openMedia(file), side).read(from, to);
}

/** The files of open calls, whose pieces are converted only once. */
const opened = new WeakMap<CallMedia, Map<AudioSide, WavFile>>();

function openWav(media: CallMedia, side: AudioSide): WavFile {
  const files = opened.get(media) ?? new Map<AudioSide, WavFile>();
  const file = files.get(side) ?? createFile(media, side);
  opened.set(media, files.set(side, file));
  return file;
}

/** @throws StudioError `recording_too_large` for audio that does not fit into a WAV file */
function createFile(media: CallMedia, side: AudioSide): WavFile {
  const { user, agent, endMs } = media.tracks;
  const heard = { user, agent, both: [...user, ...agent], heard: [...user, ...agent] }[side];
  const rate = selectRate(heard);
  const [left, right] = [createChannel(user, rate), createChannel(agent, rate)];
  const channels = { user: [left], agent: [right], both: [left, right], heard: [mix(left, right)] }[side];
  const file = createWav(channels, rate, endMs);
  if (file.bytes > MAX_WAV_BYTES)
    throw new StudioError('recording_too_large', `expected audio of at most 4 GiB, got ${file.bytes} bytes`);
  return file;
}

const LOUDEST = 32_767;

/** Mixes two channels as a listener in the room hears them. */
function mix(one: Channel, other: Channel): Channel {
  return {
    length: Math.max(one.length, other.length),
    read: (from, count) => {
      const mixed = one.read(from, count);
      const added = other.read(from, count);
      for (let n = 0; n < count; n += 1)
        mixed[n] = Math.max(-LOUDEST - 1, Math.min(LOUDEST, (mixed[n] ?? 0) + (added[n] ?? 0)));
      return mixed;
    },
  };
}
