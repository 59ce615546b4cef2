/** The settings of a turn. */
export interface RequestedOutput {
  readonly words: boolean;
  readonly punctuation: boolean;
  readonly sessionEnd: boolean;
  readonly format: string;
  readonly autoDetection: boolean;
}

/** The official client writes some switches as strings. */
export function parseRequestedOutput(body: string): RequestedOutput {
  const { audio, language } = object(object(JSON.parse(body))['synthesis']);
  const { metadataOptions, outputFormat } = object(audio);
  const options = object(metadataOptions);
  const isOn = (value: unknown): boolean => value === true || value === 'true';
  return {
    words: isOn(options['wordBoundaryEnabled']),
    punctuation: isOn(options['punctuationBoundaryEnabled']),
    sessionEnd: isOn(options['sessionEndEnabled']),
    format: String(outputFormat),
    autoDetection: isOn(object(language)['autoDetection']),
  };
}

export function findSynthesisFaults(
  { words, sessionEnd, format, autoDetection }: RequestedOutput,
  sampleRate: number,
): readonly string[] {
  return [
    ...(words ? [] : ['no word boundaries']),
    ...(sessionEnd ? [] : ['no end of the session']),
    ...(autoDetection ? ['the language is to be detected'] : []),
    ...(format === FORMATS.get(sampleRate) ? [] : [`the format ${format}`]),
  ].map((what) => `synthesis.context: ${what}`);
}

export function findConfigFaults(body: string): readonly string[] {
  const { system, os } = object(object(JSON.parse(body))['context']);
  const missing = (group: unknown, names: readonly string[]): readonly string[] =>
    names.filter((name) => typeof object(group)[name] !== 'string').map((name) => `speech.config: no ${name}`);
  return [...missing(system, ['name', 'version', 'build', 'lang']), ...missing(os, ['platform', 'name', 'version'])];
}

const FORMATS: ReadonlyMap<number, string> = new Map([
  [8000, 'raw-8khz-16bit-mono-pcm'],
  [16_000, 'raw-16khz-16bit-mono-pcm'],
  [22_050, 'raw-22050hz-16bit-mono-pcm'],
  [24_000, 'raw-24khz-16bit-mono-pcm'],
  [44_100, 'raw-44100hz-16bit-mono-pcm'],
  [48_000, 'raw-48khz-16bit-mono-pcm'],
]);

function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
