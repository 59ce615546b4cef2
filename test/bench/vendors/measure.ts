import { firstValueFrom, of, Subject } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput, TextToSpeech } from '../../../src/core/ports.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import { startFake, type FakeVendor } from '../../fakes/kit/fake.ts';
import { watchMessages, type Message, type Watch } from './watch.ts';
import type { AdapterOptions } from '../../../src/wire/wireDeps.ts';

/** What the adapter took for its events, in ms: from the message's arrival at the adapter, and from its writing by the fake. */
export interface Durations {
  readonly adapter: number[];
  readonly loopback: number[];
}

const SENTENCE = 'a table for two at seven';
const FRAME_MS = 40;

function createDurations(): Durations {
  return { adapter: [], loopback: [] };
}

function record({ adapter, loopback }: Durations, message: Message | undefined): void {
  const now = performance.now();
  if (message === undefined) return;
  adapter.push(now - message.receivedMs);
  if (!Number.isNaN(message.writtenMs)) loopback.push(now - message.writtenMs);
}

async function run<Port>(
  vendor: FakeVendor,
  create: (base_url: string, options: AdapterOptions) => Port,
  work: (port: Port, watch: Watch) => Promise<void>,
): Promise<void> {
  const watch = watchMessages(vendor);
  const server = await startFake(watch.vendor);
  await work(create(server.origin, watch.options), watch);
  await server.close();
  if (server.violations.length > 0) throw new Error(server.violations.join('; '));
}

/** Lets a recogniser hear `count` segments in one session. An event belongs to the last message before it. */
export async function measureRecogniser(
  vendor: FakeVendor,
  create: (base_url: string, options: AdapterOptions) => SpeechToText,
  count: number,
): Promise<{ readonly interims: Durations; readonly finals: Durations }> {
  const [interims, finals] = [createDurations(), createDurations()];
  await run(vendor, create, async (stt, { messages }) => {
    const speech = new Subject<SttInput>();
    const settled = new Subject<SttEvent>();
    const session = stt.transcribe(speech).subscribe((event) => {
      if (event.kind === 'interim') record(interims, messages.at(-1));
      if (event.kind === 'final') record(finals, messages.at(-1));
      if (event.kind !== 'interim') settled.next(event);
    });
    for (let segment = 0; segment < count; segment++) {
      const answer = firstValueFrom(settled);
      await speak(speech, segment, stt.sampleRate);
      const event = await answer;
      if (event.kind !== 'final') throw new Error(`a segment became ${JSON.stringify(event)}`);
    }
    session.unsubscribe();
  });
  return { interims, finals };
}

/** Sends a segment in frames, much faster than it was spoken, and lets the event loop run between them. */
async function speak(speech: Subject<SttInput>, segment: number, sampleRate: number): Promise<void> {
  const samples = encodeText(SENTENCE, sampleRate);
  const length = (sampleRate * FRAME_MS) / 1000;
  speech.next({ kind: 'start', segment });
  for (let from = 0; from < samples.length; from += length) {
    speech.next({ kind: 'audio', segment, frame: { samples: samples.subarray(from, from + length), sampleRate } });
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  speech.next({ kind: 'end', segment });
}

/** Lets a voice speak `count` sentences, one after the other. The first audio belongs to the first message with audio. */
export async function measureVoice(
  vendor: FakeVendor,
  create: (base_url: string, options: AdapterOptions) => TextToSpeech,
  count: number,
): Promise<Durations> {
  const durations = createDurations();
  await run(vendor, create, async (tts, { messages, forget }) => {
    for (let n = 0; n < count; n++) {
      forget();
      let isFirst = true;
      const spoken = tts.synthesize(of(`${SENTENCE}.`));
      await new Promise<void>((resolve, reject) => {
        spoken.subscribe({
          next: ({ kind }) => {
            if (kind !== 'audio' || !isFirst) return;
            isFirst = false;
            const results = messages.filter(({ isResult }) => isResult);
            record(durations, Number.isNaN(results[0]?.writtenMs) ? results.at(-1) : results[0]);
          },
          error: reject,
          complete: resolve,
        });
      });
    }
  });
  return durations;
}
