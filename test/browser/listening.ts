import type { Page } from 'playwright-core';

/** How loud the page was at a moment: RMS of 20 ms, 0 to 1. */
export interface Loudness {
  readonly atMs: number;
  readonly rms: number;
}

/** Measures the loudness of all that the page plays. Call it before the page is opened. */
export async function listenTo(page: Page): Promise<() => Promise<readonly Loudness[]>> {
  await page.addInitScript(() => {
    const heard: { atMs: number; rms: number }[] = [];
    const { connect } = AudioNode.prototype;
    const listen = (analyser: AnalyserNode, samples: Float32Array<ArrayBuffer>): void => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      heard.push({ atMs: performance.now(), rms: Math.sqrt(power) });
      requestAnimationFrame(() => listen(analyser, samples));
    };
    Object.assign(AudioNode.prototype, {
      connect(this: AudioNode, ...args: readonly unknown[]): unknown {
        if (args[0] instanceof AudioDestinationNode) {
          const analyser = new AnalyserNode(this.context, { fftSize: 1024 });
          Reflect.apply(connect, this, [analyser]);
          listen(analyser, new Float32Array(analyser.fftSize));
        }
        return Reflect.apply(connect, this, args);
      },
    });
    Object.assign(globalThis, { heard });
  });
  return () => page.evaluate(() => (globalThis as unknown as { heard: Loudness[] }).heard);
}
