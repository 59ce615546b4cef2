import type { TimestampProvider } from 'rxjs';
import type { AudioFrame } from '../../core/audio.ts';
import type { ProviderProgress } from '../../core/ports.ts';
import type { Usage } from '../../core/usage.ts';
import { AudioLength } from './audioLength.ts';
import { countCharacters } from '../../core/countCharacters.ts';
import { createUsage, type UsageNames, type UsedRecogniser, type UsedVoice } from './createUsage.ts';
import { FirstByteMeter } from './firstByteMeter.ts';
import { TokenMeter } from './tokenMeter.ts';
import { addAmount } from './usedAmounts.ts';

type Served = Extract<ProviderProgress, { readonly kind: 'served' }>;
type Used = Extract<ProviderProgress, { readonly kind: 'used' }>;

/** A meter of the session's usage of its providers. */
export class UsageMeter {
  readonly tokens: TokenMeter = new TokenMeter();
  readonly firstBytes: FirstByteMeter;
  /** The recognisers of the session, in order. The last one is in use. */
  readonly #recognisers: UsedRecogniser[];
  readonly #voices: UsedVoice[];
  #recogniser: UsedRecogniser;
  #voice: UsedVoice;
  /** The provider that speaks for a voice that stands for several. */
  #speaking: Served | null = null;

  constructor({ stt, tts }: UsageNames, clock: TimestampProvider) {
    this.firstBytes = new FirstByteMeter(clock, stt.name, tts.name);
    this.#recogniser = createRecogniser(stt);
    this.#recognisers = [this.#recogniser];
    this.#voice = createVoice(tts);
    this.#voices = [this.#voice];
  }

  /** Adds audio for the recogniser. Every window of speech passes through here. */
  addAudio(frames: readonly AudioFrame[]): void {
    for (let at = 0; at < frames.length; at += 1) this.#recogniser.heard.add(frames[at] as AudioFrame);
  }

  /** Adds text that was sent to TTS. */
  addSent(text: string): void {
    this.#voice.sent += countCharacters(text);
  }

  /** Adds text that the user has heard. */
  addHeard(text: string): void {
    const heard = countCharacters(text);
    this.#voice.heard += heard;
    if (heard > 0 && this.#speaking !== null)
      addAmount((this.#voice.providers ??= new Map()), this.#speaking, { heard });
  }

  /** Attributes later usage to a provider of a port that stands for several. */
  setServing(event: Served): void {
    this.firstBytes.setProvider(event.port, event.provider);
    if (event.port === 'tts') this.#speaking = event;
  }

  /** Adds the amount that a port which stands for several has sent to a provider. */
  addUsed(event: Used): void {
    if (event.port === 'stt') addAmount((this.#recogniser.providers ??= new Map()), event, { sent: event.seconds });
    else addAmount((this.#voice.providers ??= new Map()), event, { sent: event.characters });
  }

  /** Returns the usage so far, without costs. */
  usage(): Usage {
    return createUsage(this.#recognisers, this.#voices, this.tokens);
  }

  /** Attributes later speech to another voice. */
  changeTts(tts: UsageNames['tts']): void {
    this.#voice = createVoice(tts);
    this.#voices.push(this.#voice);
    this.#speaking = null;
    this.firstBytes.setProvider('tts', tts.name);
  }

  /** Attributes later audio to another recogniser. */
  changeStt(stt: UsageNames['stt']): void {
    this.#recogniser = createRecogniser(stt);
    this.#recognisers.push(this.#recogniser);
    this.firstBytes.setProvider('stt', stt.name);
  }
}

function createRecogniser(stt: UsageNames['stt']): UsedRecogniser {
  return { stt, heard: new AudioLength(), providers: null };
}

function createVoice(tts: UsageNames['tts']): UsedVoice {
  return { tts, sent: 0, heard: 0, providers: null };
}
