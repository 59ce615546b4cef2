const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/**
 * Creates the header of a WAV file of 16-bit samples; `sampleRate` is in Hz. Without `audioBytes`, creates the header
 * of a stream of unknown length: both lengths are 0.
 */
export function createWavHeader(sampleRate: number, channels: number, audioBytes?: number): Buffer<ArrayBuffer> {
  const blockAlign = BYTES_PER_SAMPLE * channels;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(audioBytes === undefined ? 0 : HEADER_BYTES - 8 + audioBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * blockAlign, 28);
  header.writeUInt16LE(blockAlign, 32);
  header.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  header.write('data', 36);
  header.writeUInt32LE(audioBytes ?? 0, 40);
  return header;
}
