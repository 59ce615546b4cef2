export { readingEar, soundOf } from '../../../src/testing/sound.ts';
export type { Ear } from '../../../src/testing/sound.ts';
