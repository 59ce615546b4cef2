// How long a fresh process takes from importing the package to the score of a first window, in ms. Like the file of an agent, it
// does not import rxjs itself; the window comes from the class that this package has loaded.
import { performance } from 'node:perf_hooks';

const began = performance.now();
await import('antiphon');
const { silero } = await import('antiphon/providers');
const { Observable } = (await import('rxjs/internal/Observable')).default;
const model = silero({ sampleRate: 16_000 });
const window = new Observable((subscriber) => {
  subscriber.next(new Int16Array(model.windowSamples));
  subscriber.complete();
});
await new Promise((resolve, reject) => model.score(window).subscribe({ next: resolve, error: reject }));
console.log(performance.now() - began);
