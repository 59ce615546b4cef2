import fc from 'fast-check';

/** What goes wrong at an instant, and what that means. */
export const FAULTS = {
  'stt breaks': 'the recogniser’s stream fails',
  'stt is mute': 'what it says in the next 5 s is lost',
  'stt repeats itself': 'it repeats its last transcript; a second final would add words',
  'stt refuses': 'it fails, and says that another attempt cannot succeed',
  'tts breaks': 'the voice fails in the middle of its utterance',
  'tts stalls': 'it brings nothing more of its utterance',
  'tts garbles': 'it brings an empty frame, and one of an odd rate and length',
  'llm throws': 'the handler throws when it is called next',
  'llm rejects': 'what it returns next rejects',
  'llm is mute': 'what it returns next never yields',
  'llm breaks': 'its stream fails',
  'llm stalls': 'its stream brings nothing more',
  'llm garbles': 'its stream brings a chunk that is none',
  'llm goes on': 'its stream brings text, whether or not it has finished',
  'line is late': 'the client’s audio of 500 ms comes at once, after them',
  'line repeats itself': 'the client sends its last frame twice more',
  'line is odd': 'the client sends an empty frame, one of a single sample, and one of another rate',
  'loop stalls': 'nothing at all happens for 500 ms, and then everything',
} as const;

export type FaultName = keyof typeof FAULTS;

export interface TimedFault {
  readonly atMs: number;
  readonly fault: FaultName;
}

/** Several things go wrong, at any instants of a conversation’s first 8 s. */
export const timedFaults: fc.Arbitrary<readonly TimedFault[]> = fc.array(
  fc.record({
    atMs: fc.integer({ min: 0, max: 8000 }),
    fault: fc.constantFrom(...(Object.keys(FAULTS) as FaultName[])),
  }),
  { minLength: 1, maxLength: 5 },
);
