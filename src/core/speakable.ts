/** Returns whether `text` has anything to speak: a letter, a digit or a symbol. */
export function isSpeakable(text: string): boolean {
  return SPEAKABLE.test(text);
}

/** Returns whether the audio of `text` may not be empty: it has a letter or a digit. */
export function mustSound(text: string): boolean {
  return SOUNDING.test(text);
}

/** Returns whether the audio of `text` may not be empty, tags of markup aside. */
export function needsSound(text: string): boolean {
  for (const [found] of text.matchAll(TAG_OR_SOUND)) if (!found.startsWith('<')) return true;
  return false;
}

/** Removes control characters, which models write now and then, except tabs and line ends. */
export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, '');
}

const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;
/** A tag, or what sounds. */
const TAG_OR_SOUND = /<\/?[a-z][^<>]*>|[\p{L}\p{N}]/giu;
const SPEAKABLE = /[\p{L}\p{N}\p{S}]/u;
const SOUNDING = /[\p{L}\p{N}]/u;
