/**
 * Converts a `name:level` of the settings to the name that models from `sonic-3` on use: without the level, and with
 * the five renamed emotions. Leaves unknown names unchanged.
 */
export function normalizeEmotion(tag: string): string {
  const name = tag.split(':', 1)[0]?.trim().toLowerCase() ?? '';
  return RENAMED_EMOTIONS.get(name) ?? name;
}

/** Returns whether Cartesia lists the emotion. */
export function isKnownEmotion(tag: string): boolean {
  return KNOWN_EMOTIONS.has(normalizeEmotion(tag));
}

/** Names before `sonic-3`. */
const RENAMED_EMOTIONS: ReadonlyMap<string, string> = new Map([
  ['anger', 'angry'],
  ['positivity', 'happy'],
  ['surprise', 'surprised'],
  ['sadness', 'sad'],
  ['curiosity', 'curious'],
]);

/** `Emotion` of `@cartesia/cartesia-js` 4.2. */
const KNOWN_EMOTIONS: ReadonlySet<string> = new Set(
  `neutral happy excited enthusiastic elated euphoric triumphant amazed surprised flirtatious joking/comedic curious content peaceful
  serene calm grateful affectionate trust sympathetic anticipation mysterious angry mad outraged frustrated agitated
  threatened disgusted contempt envious sarcastic ironic sad dejected melancholic disappointed hurt guilty bored tired
  rejected nostalgic wistful apologetic hesitant insecure confused resigned anxious panicked alarmed scared proud
  confident distant skeptical contemplative determined`.split(/\s+/u),
);
