// The same in a program that imports rxjs itself, which reads all of it.
import { performance } from 'node:perf_hooks';

const began = performance.now();
await import('antiphon');
const [{ silero }, { firstValueFrom, of }] = await Promise.all([import('antiphon/providers'), import('rxjs')]);
const model = silero({ sampleRate: 16_000 });
await firstValueFrom(model.score(of(new Int16Array(model.windowSamples))));
console.log(performance.now() - began);
