/** The kinds of providers, in the order of docs/configuration.md. */
export const KINDS = [
  {
    kind: 'vad',
    object: 'VAD',
    prefix: 'Vad',
    table: 'VAD_PROVIDERS',
    tableType: 'VadProviders',
    doc: 'Voice activity detection, by name and by alias (`ProviderV`).',
  },
  {
    kind: 'stt',
    object: 'STT',
    prefix: 'Stt',
    table: 'STT_PROVIDERS',
    tableType: 'SttProviders',
    doc: 'Speech-to-text providers, by name and by alias (`ProviderA` …).',
    member: 'One recogniser.',
    fallback: 'Recognisers with failover: the next one takes over when one is refused, slow or down.',
  },
  {
    kind: 'tts',
    object: 'TTS',
    prefix: 'Tts',
    table: 'TTS_PROVIDERS',
    tableType: 'TtsProviders',
    doc: 'Text-to-speech providers, by name and by alias (`ProviderA` …).',
    member: 'One voice.',
    fallback: 'Voices with failover: the next one takes over when one is refused, slow or down.',
  },
  {
    kind: 'speechModel',
    object: 'SpeechModel',
    prefix: 'SpeechModel',
    table: 'SPEECH_MODELS',
    tableType: 'SpeechModels',
    doc: 'Models that hear the user and speak themselves.',
  },
  {
    kind: 'turns',
    object: 'TurnDetection',
    prefix: 'TurnDetection',
    table: 'TURN_MODELS',
    tableType: 'TurnModels',
    doc: 'Turn detection: what, besides silence, decides that the user has finished.',
    auto: `/**
   * Uses Smart Turn if \`npx antiphon models pull smart-turn-v3.2\` has downloaded it, otherwise the rules about words.
   *
   * @example TurnDetection.Auto({ max_delay: 4 })
   */
  readonly Auto: (settings?: TextTurnsSettings) => SmartTurnConfig | TextTurns;`,
  },
];

/** Returns the entries of a kind: first by alias, then those without one by name. */
export function entriesOf(vendors, kind) {
  const entries = vendors.flatMap(({ folder, entries: own }) => own.map((entry) => ({ ...entry, folder })));
  const rank = ({ alias = '~', name }) => `${alias} ${name}`;
  return entries.filter((entry) => entry.kind === kind).toSorted((a, b) => compare(rank(a), rank(b)));
}

export function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}
