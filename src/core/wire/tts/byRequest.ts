import { bySentence } from '../../bySentence.ts';
import type { TextToSpeech } from '../../ports.ts';
import type { HttpRequest } from '../http.ts';
import type { WorldOptions } from '../options.ts';
import { requesting } from '../requesting.ts';
import { worldOf } from '../world.ts';
import type { World } from '../world.ts';
import { spokenByRequest } from './request.ts';
import type { RequestedVoice } from './request.ts';

/** A voice that is asked for each sentence. */
export interface AskedTtsWire extends RequestedVoice {
  /** BCP-47 tag of the voice. */
  readonly language: string;
}

/** A voice over plain HTTP whose requests depend on nothing but their text. */
export interface RequestedTtsWire extends Omit<AskedTtsWire, 'ask'> {
  /** Asks for the audio of a text. */
  readonly request: (text: string) => HttpRequest;
}

/**
 * A voice that asks once per sentence, one sentence ahead of what is heard. Words are not timed. A request is tried again
 * until the first byte of its answer; unsubscribing aborts it. An answer without audio is an error.
 */
export function voiceByRequest(wire: RequestedTtsWire, options: WorldOptions = {}): TextToSpeech {
  const world = worldOf(options);
  const { name, request } = wire;
  return voiceAsking({ ...wire, ask: (text) => requesting(request(text), { name }, world) }, world);
}

/** The same for a voice that asks in its own way. */
export function voiceAsking(wire: AskedTtsWire, { scheduler }: Pick<World, 'scheduler'>): TextToSpeech {
  const { name, sampleRate, language } = wire;
  const synthesize = bySentence(spokenByRequest(wire), { scheduler });
  return { name, sampleRate, accepts: 'sentences', language, synthesize };
}
