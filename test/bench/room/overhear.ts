import { SAMPLE_RATE } from '../../../examples/talk/audioDevice.ts';
import type { NoiseSuppression } from '../../../src/session/config/schema.ts';
import { createCall } from './call.ts';
import type { Engines } from './engines.ts';
import { RATE, resampleSamples, toLevel } from './samples.ts';

/** What a sound does to an agent that is speaking. */
export interface Overheard {
  /** Voice activity detection took it for speech. */
  readonly isDetected: boolean;
  /** The words that the recogniser took it for; empty if there are none. */
  readonly words: string;
  readonly isInterrupted: boolean;
}

/** Half a minute of speech. */
const STORY = [
  'The Olive Tree opened in nineteen eighty, in a house that used to be a bakery, and the old oven still warms the dining room.',
  'We bake our own bread, we buy our fish in the harbour every morning, and the olive oil comes from our own trees behind the house.',
  'In summer you can sit in the garden, under the tree that gave us our name, and on Sundays there is music from noon to midnight.',
  'My grandmother cooked here for forty years. Today my sister runs the kitchen, and I look after the guests and the wine.',
].join(' ');
const FROM_MS = 1500;
const AFTER_MS = 2500;

/** Plays a sound at `RATE` into a call while the agent speaks, at this level and in virtual time. */
export async function overhear(
  engines: Engines,
  sound: Int16Array,
  level: number,
  suppression: NoiseSuppression,
): Promise<Overheard> {
  const call = await createCall(engines, { config: { first_message: STORY, noise_suppression: suppression } });
  const audio = { samples: toLevel(resampleSamples(sound, RATE, SAMPLE_RATE), level), sampleRate: SAMPLE_RATE };
  call.clock.schedule(() => call.device.speak(audio).subscribe(), FROM_MS);
  await call.run(FROM_MS + (sound.length / RATE) * 1000 + AFTER_MS);
  const named = (name: string): readonly string[] =>
    call.events.filter((event) => event.name === name).map(({ text }) => text);
  return {
    isDetected: named('on_user_started_speaking').length > 0,
    words: named('on_user_message_added').join(' '),
    isInterrupted: named('on_agent_interrupted').length > 0,
  };
}
