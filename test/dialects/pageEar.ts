import type { Page } from 'playwright-core';
import type { ClientOptions } from './dialect.ts';

const SAMPLE_RATE = 8000;

/** Defines `createEar(context)`: a node that hands what it gets to the test. It needs no secure context, as a worklet does. */
const PAGE_EAR = `
  globalThis.createEar = (context) => {
    const ear = context.createScriptProcessor(16384, 1, 1);
    const every = context.sampleRate / ${SAMPLE_RATE};
    ear.onaudioprocess = ({ inputBuffer }) => {
      const samples = inputBuffer.getChannelData(0).filter((_, at) => at % every === 0);
      hasHeard(Array.from(samples, (sample) => Math.round(sample * 32767)));
    };
    ear.connect(context.destination);
    return ear;
  };
  true
`;

/** Lets a page hand over what it plays, to `hear`. Its scripts have `createEar`. */
export async function listenIn(page: Page, hear: ClientOptions['hear']): Promise<void> {
  await page.exposeFunction('hasHeard', (samples: readonly number[]) => hear?.(Int16Array.from(samples), SAMPLE_RATE));
  await page.addInitScript(PAGE_EAR);
  await page.evaluate(PAGE_EAR);
}
