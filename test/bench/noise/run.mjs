// npm run bench:noise -- [part of a name]: what noise suppression costs, and what it does to what listens.
// First: milliseconds of CPU for each second of audio of one user, and how many users a core carries. Then: the noise that is
// left in a pause, and how many of seven sentences the local recogniser understands without it and with it.
import { rnnoise, localStt, localTts } from 'antiphon/providers';
import { resample, suppressNoise } from 'antiphon/operators';
import { concatMap, filter, from, lastValueFrom, map, of, Subject, take, toArray } from 'rxjs';

const SECONDS = 30;
const FRAME_MS = 20;
const [wanted = ''] = process.argv.slice(2);

const NOISES = {
  hiss: () => random(),
  'pink noise': createPink(),
  wind: createWind(),
  'harmonic hum': (n) =>
    [1, 2, 3, 4, 5, 6].reduce((sum, k) => sum + Math.sin((2 * Math.PI * 100 * k * n) / 16_000) / k, 0),
};

let state = 1;
function random() {
  state = (state * 1_103_515_245 + 12_345) % 0x8000_0000;
  return state / 0x4000_0000 - 1;
}

function createPink() {
  let [a, b, c] = [0, 0, 0];
  return () => {
    const white = random();
    a = 0.99765 * a + white * 0.099;
    b = 0.963 * b + white * 0.2965;
    c = 0.57 * c + white * 1.0526;
    return a + b + c + white * 0.1848;
  };
}

function createWind() {
  let low = 0;
  return (n) => {
    low = 0.98 * low + 0.2 * random();
    return low * (0.5 + 0.5 * Math.sin((2 * Math.PI * 0.7 * n) / 16_000));
  };
}

function concat(parts) {
  const whole = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

function framesOf(samples, sampleRate) {
  const length = (sampleRate * FRAME_MS) / 1000;
  return Array.from({ length: Math.ceil(samples.length / length) }, (_, n) => ({
    samples: samples.subarray(n * length, (n + 1) * length),
    sampleRate,
  }));
}

async function run(samples, sampleRate, operator) {
  const out = await lastValueFrom(from(framesOf(samples, sampleRate)).pipe(operator, toArray()));
  return concat(out.map((frame) => frame.samples));
}

const suppress = (samples, sampleRate = 16_000) => run(samples, sampleRate, suppressNoise({ model: rnnoise() }));

async function speak(text) {
  const frames = localTts({ voice: 'en-us+f2', rate: 150 })
    .synthesize(of(text))
    .pipe(
      filter(({ kind }) => kind === 'audio'),
      map(({ frame }) => frame),
      resample({ sampleRate: 16_000 }),
      toArray(),
    );
  return concat((await lastValueFrom(frames)).map(({ samples }) => samples));
}

const rms = (samples) => Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
const decibels = (ratio) => 20 * Math.log10(Math.max(ratio, 1e-3));

async function measureCost(name, samples, sampleRate) {
  if (!`cost ${name}`.includes(wanted)) return;
  await suppress(samples.subarray(0, sampleRate), sampleRate);
  const before = process.cpuUsage();
  await suppress(samples, sampleRate);
  const { user, system } = process.cpuUsage(before);
  const perSecond = (user + system) / 1000 / (samples.length / sampleRate);
  const cells = [`${perSecond.toFixed(1)} ms`.padStart(9), `${Math.floor(1000 / perSecond)} streams`.padStart(14)];
  console.log(`${name.padEnd(26)}${cells.join('')}`);
}

const GRAMMAR = `#JSGF V1.0; grammar bench; public <said> = (i would like to book | please book | cancel) a table for
(one | two | three | four | five) (people | guests) at (six | seven | eight | nine | ten) | what time is it |
tell me about the restaurant | stop | goodbye | thank you;`.replaceAll('\n', ' ');
const SENTENCES = [
  'i would like to book a table for two people at seven',
  'please book a table for four guests at eight',
  'cancel a table for five people at ten',
  'what time is it',
  'tell me about the restaurant',
  'thank you',
  'goodbye',
];
const stt = localStt({ grammar: GRAMMAR });

function recognise(samples) {
  const speech = new Subject();
  const text = lastValueFrom(
    stt.transcribe(speech).pipe(
      filter(({ kind }) => kind === 'final' || kind === 'empty' || kind === 'failed'),
      take(1),
      map(({ text: heard = '' }) => heard),
    ),
  );
  speech.next({ kind: 'start', segment: 0 });
  for (const frame of framesOf(samples, 16_000)) speech.next({ kind: 'audio', segment: 0, frame });
  speech.next({ kind: 'end', segment: 0 });
  return text;
}

function mix(speech, wave, snr) {
  const padded = concat([new Int16Array(16_000), speech, new Int16Array(8000)]);
  const noise = Float64Array.from(padded, (_, n) => wave(n));
  const gain = rms(speech) / rms(noise) / 10 ** (snr / 20);
  return padded.map((sample, n) => Math.max(-32_768, Math.min(32_767, sample + noise[n] * gain)));
}

async function measureEffect(name, wave, snr) {
  if (!`effect ${name}`.includes(wanted)) return;
  const results = await lastValueFrom(
    from(SENTENCES).pipe(
      concatMap(async (text) => {
        const noisy = mix(await speak(text), wave, snr);
        const clean = await suppress(noisy);
        const [pauseBefore, pauseAfter] = [noisy, clean].map((samples) => rms(samples.subarray(8000, 16_000)));
        return {
          fall: decibels(pauseBefore) - decibels(pauseAfter),
          without: (await recognise(noisy)) === text,
          suppressed: (await recognise(clean)) === text,
        };
      }),
      toArray(),
    ),
  );
  const right = (key) => results.filter((result) => result[key]).length;
  const fall = results.reduce((sum, result) => sum + result.fall, 0) / results.length;
  console.log(
    `${`${name}, ${snr} dB`.padEnd(26)}${`-${Math.round(fall)} dB`.padStart(9)}${`${right('without')} of 7`.padStart(14)}${`${right('suppressed')} of 7`.padStart(14)}`,
  );
}

const line = concat(await lastValueFrom(from(SENTENCES).pipe(concatMap(speak), toArray())));
const speech = Int16Array.from({ length: 16_000 * SECONDS }, (_, n) => line[n % line.length] + 300 * random());
console.log(`${'audio'.padEnd(26)}${'CPU/s'.padStart(9)}${'of one core'.padStart(14)}`);
for (const rate of [8000, 16_000, 24_000, 48_000])
  await measureCost(
    `noisy speech, ${rate / 1000} kHz`,
    await run(speech, 16_000, resample({ sampleRate: rate })),
    rate,
  );
await measureCost('digital silence, 16 kHz', new Int16Array(16_000 * SECONDS), 16_000);
console.log(
  `\n${'noise under the speech'.padEnd(26)}${'in pauses'.padStart(9)}${'understood'.padStart(14)}${'suppressed'.padStart(14)}`,
);
for (const [name, wave] of Object.entries(NOISES)) for (const snr of [20, 10, 0]) await measureEffect(name, wave, snr);
process.exit(0);
