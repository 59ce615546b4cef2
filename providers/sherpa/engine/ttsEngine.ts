import { messageOf } from '../../../src/core/messageOf.ts';
import type { ToEngine } from '../../../src/wire/engine/messages.ts';
import type { OfflineTts } from './addon.ts';
import type { Measured, TtsAnswer, TtsCommand, VoiceSettings } from './messages.ts';
import type { EngineOptions } from './sttEngine.ts';

/**
 * The voice of a process. It speaks the requests one after the other, and drops requests that were cancelled before
 * their turn.
 */
export class TtsEngine {
  readonly #options: EngineOptions<TtsAnswer>;
  readonly #queue = new Map<number, TtsCommand>();
  #voice: { readonly tts: OfflineTts; readonly measured: Measured } | undefined;
  #isScheduled = false;

  constructor(options: EngineOptions<TtsAnswer>) {
    this.#options = options;
  }

  /** Handles a message of a client. */
  handle({ id, content }: ToEngine<TtsCommand>): void {
    if (content.kind === 'close') {
      this.#queue.delete(id);
      this.#options.post({ id, content: { kind: 'closed' } });
    } else this.#queue.set(id, content);
    this.#wake();
  }

  #wake(): void {
    if (this.#isScheduled || this.#queue.size === 0) return;
    this.#isScheduled = true;
    this.#options.schedule(() => {
      this.#isScheduled = false;
      const [next] = this.#queue;
      if (next === undefined) return;
      const [id, command] = next;
      this.#queue.delete(id);
      this.#options.post({ id, content: this.#run(command) });
      this.#options.onAnswer?.();
      this.#wake();
    });
  }

  #run(command: TtsCommand): TtsAnswer {
    const { tts, measured } = this.#load(command.settings);
    if (command.kind === 'verify') return measured;
    const { now } = this.#options;
    const began = now();
    try {
      const { samples, sampleRate } = speak(tts, command.text, command.settings);
      const busySeconds = (now() - began) / 1000;
      return { kind: 'speech', samples, sampleRate, audioSeconds: samples.length / sampleRate, busySeconds };
    } catch (error) {
      return { kind: 'failed', code: 'provider_failed', message: messageOf(error) };
    }
  }

  #load(settings: VoiceSettings): { readonly tts: OfflineTts; readonly measured: Measured } {
    if (this.#voice !== undefined) return this.#voice;
    const { addon, now } = this.#options;
    const tts = new addon.OfflineTts(settings.config);
    const measured: Measured = {
      kind: 'measured',
      realTimeFactor: measureSpeed(tts, settings, now),
      speakers: tts.numSpeakers,
    };
    this.#voice = { tts, measured };
    return this.#voice;
  }
}

function speak(
  tts: OfflineTts,
  text: string,
  { generation }: VoiceSettings,
): { readonly samples: Int16Array; readonly sampleRate: number } {
  const speech = tts.generate({ text, enableExternalBuffer: false, generationConfig: generation });
  const samples = Int16Array.from(speech.samples, (sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))),
  );
  return { samples, sampleRate: speech.sampleRate };
}

/** Speaks a short text twice, because the first time prepares the model. Returns the seconds per second of the second. */
function measureSpeed(tts: OfflineTts, settings: VoiceSettings, now: () => number): number {
  let factor = 0;
  for (let run = 0; run < 2; run++) {
    const began = now();
    const { samples, sampleRate } = speak(tts, 'One, two, three.', settings);
    factor = samples.length === 0 ? 0 : ((now() - began) / 1000 / samples.length) * sampleRate;
  }
  return factor;
}
