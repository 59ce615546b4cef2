import { finalize } from 'rxjs';
import { SAMPLE_RATE } from '../../../examples/talk/audioDevice.ts';
import { guest, type Line } from '../../../examples/talk/guest.ts';
import { SCRIPT } from '../../../examples/talk/samples.ts';
import type { AudioFrame } from '../../../src/core/audio.ts';
import type { NoiseSuppression } from '../../../src/session/config/schema.ts';
import { speakPcm } from '../../support/voice.ts';
import { createCall } from './call.ts';
import type { Engines } from './engines.ts';
import { activeLevel, clip, concatSamples, RATE, ratio, resampleSamples, toLevel, trimSilence } from './samples.ts';
import { scoreTurns, type Score, type SpokenLine } from './scoreTurns.ts';

/** The room in which the guest calls. */
export interface Room {
  /** The noise, at `RATE`, over and over; none in a quiet room. */
  readonly noise?: Int16Array | undefined;
  /** By how much the guest is louder than the noise, in dB. */
  readonly snr?: number | undefined;
  /** Where in the noise the call begins, from 0 to 1. Default 0. */
  readonly from?: number | undefined;
  readonly suppression: NoiseSuppression;
}

/** A call that has not ended by then is ended. */
const MAX_MS = 180_000;

/** Creates the guest's lines of the demo conversation, without the silence around them. */
export function createLines(): Promise<readonly Line[]> {
  const createLine = async (line: (typeof SCRIPT)[number]): Promise<Line> => {
    const { samples, sampleRate } = await speakPcm(line.name, { rate: 140, pitch: 60 });
    const resampled = resampleSamples(trimSilence(samples), sampleRate, SAMPLE_RATE);
    return { ...line, audio: { samples: resampled, sampleRate: SAMPLE_RATE } };
  };
  return Promise.all(SCRIPT.map(createLine));
}

/** Level of the guest's voice. */
export function levelOf(lines: readonly Line[]): number {
  return activeLevel(concatSamples(lines.map(({ audio }) => audio.samples)));
}

/** Plays the demo conversation in a room, in virtual time. */
export async function converse(engines: Engines, lines: readonly Line[], room: Room): Promise<Score> {
  const config = { noise_suppression: room.suppression };
  const call = await createCall(engines, { config, hear: addNoise(room, levelOf(lines)) });
  const { clock, device, session } = call;
  const spoken: SpokenLine[] = [];
  let isDone = false;
  const speak = (audio: AudioFrame): ReturnType<typeof device.speak> =>
    device.speak(audio).pipe(finalize(() => Object.assign(spoken.at(-1) ?? {}, { toMs: clock.now() })));
  guest(lines, { events: session.events$, speak, scheduler: clock }).subscribe({
    next: ({ name }) => spoken.push({ text: name, fromMs: clock.now(), toMs: Number.POSITIVE_INFINITY }),
    complete: () => (isDone = true),
  });
  await call.run(MAX_MS, () => isDone);
  return scoreTurns(lines.length, spoken, call.events);
}

/** Adds the noise to the frames of the microphone. */
function addNoise({ noise, snr = 0, from = 0 }: Room, speechLevel: number): (frame: AudioFrame) => AudioFrame {
  if (noise === undefined) return (frame) => frame;
  const loop = toLevel(resampleSamples(noise, RATE, SAMPLE_RATE), speechLevel / ratio(snr));
  let at = Math.round(from * loop.length);
  return ({ samples, sampleRate }) => {
    const mixed = samples.map((sample, n) => clip(sample + (loop[(at + n) % loop.length] ?? 0)));
    at += samples.length;
    return { samples: mixed, sampleRate };
  };
}
