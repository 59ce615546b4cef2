export { createTextReader, encodeText } from '../../../src/testing/textAudio.ts';
export type { TextReader } from '../../../src/testing/textAudio.ts';
