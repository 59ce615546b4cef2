/**
 * The emotion that today's wire is told for one `name:level` of the settings: the level is gone, five names have become
 * others. Null where Cartesia knows none of that name.
 */
export function emotionOf(tag: string): string | null {
  const name = tag.split(':', 1)[0]?.trim().toLowerCase() ?? '';
  const today = RENAMED.get(name) ?? name;
  return KNOWN.has(today) ? today : null;
}

/** The names of before `sonic-3`. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['anger', 'angry'],
  ['positivity', 'happy'],
  ['surprise', 'surprised'],
  ['sadness', 'sad'],
  ['curiosity', 'curious'],
]);

/** As `Emotion` of `@cartesia/cartesia-js` 4.2 lists them. */
const KNOWN: ReadonlySet<string> = new Set(
  `neutral happy excited enthusiastic elated euphoric triumphant amazed surprised flirtatious curious content peaceful
  serene calm grateful affectionate trust sympathetic anticipation mysterious angry mad outraged frustrated agitated
  threatened disgusted contempt envious sarcastic ironic sad dejected melancholic disappointed hurt guilty bored tired
  rejected nostalgic wistful apologetic hesitant insecure confused resigned anxious panicked alarmed scared proud
  confident distant skeptical contemplative determined`.split(/\s+/u),
);
