/** The only message of a client. */
export interface Chunk {
  readonly message_type?: string;
  readonly audio_base_64?: string;
  readonly commit?: boolean;
  readonly sample_rate?: number;
  readonly previous_text?: string;
}

const FIELDS: ReadonlySet<string> = new Set([
  'message_type',
  'audio_base_64',
  'commit',
  'sample_rate',
  'previous_text',
]);

/** Finds the violations in a chunk. */
export function validateChunk(chunk: Chunk, sampleRate: number, isFirst: boolean): readonly string[] {
  const { message_type, audio_base_64: audio, commit, sample_rate, previous_text } = chunk;
  const bytes = Buffer.from(audio ?? '', 'base64');
  return [
    ...(message_type === 'input_audio_chunk' ? [] : [`the message ${message_type}`]),
    ...(bytes.toString('base64') === audio ? [] : ['audio that is not base64']),
    ...(bytes.length % 2 === 0 ? [] : ['half a sample']),
    ...(typeof commit === 'boolean' ? [] : [`commit is ${commit}`]),
    ...(sample_rate === sampleRate ? [] : [`sample_rate is ${sample_rate}`]),
    ...(previous_text === undefined || isFirst ? [] : ['previous_text after the first chunk']),
    ...Object.keys(chunk)
      .filter((name) => !FIELDS.has(name))
      .map((name) => `the field ${name}`),
  ];
}
