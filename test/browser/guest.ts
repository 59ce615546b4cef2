import type { Page } from 'playwright-core';
import { synthesize } from '../../examples/talk/samples.ts';

/** A user of a page who speaks when the test asks. */
export interface Guest {
  /** Says a sentence into the microphone. Resolves when it has been said. */
  say(text: string): Promise<void>;
}

const SAMPLE_RATE = 48_000;

/** Adds a guest to the input of the page's microphone. Call it before the page is opened. */
export async function seatGuest(page: Page): Promise<Guest> {
  await page.addInitScript((sampleRate) => {
    const { mediaDevices } = navigator;
    const request = mediaDevices.getUserMedia.bind(mediaDevices);
    const context = new AudioContext({ sampleRate });
    const heard = new MediaStreamAudioDestinationNode(context);
    mediaDevices.getUserMedia = async (constraints) => {
      const mediaStream = await request(constraints);
      new MediaStreamAudioSourceNode(context, { mediaStream }).connect(heard);
      return heard.stream;
    };
    const say = (samples: readonly number[]): Promise<unknown> => {
      const buffer = new AudioBuffer({ length: samples.length, sampleRate });
      buffer.copyToChannel(
        Float32Array.from(samples, (sample) => sample / 2 ** 15),
        0,
      );
      const voice = new AudioBufferSourceNode(context, { buffer });
      voice.connect(heard);
      voice.start();
      return new Promise((resolve) => voice.addEventListener('ended', resolve));
    };
    Object.assign(globalThis, { say });
  }, SAMPLE_RATE);
  return {
    say: async (text) => {
      const { samples } = await synthesize(text, SAMPLE_RATE);
      await page.evaluate(
        (spoken) => (globalThis as unknown as { say(samples: readonly number[]): Promise<unknown> }).say(spoken),
        [...samples],
      );
    },
  };
}
