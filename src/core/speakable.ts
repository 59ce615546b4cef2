/** Returns whether `text` has anything to speak: a letter, a digit or a symbol. */
export function isSpeakable(text: string): boolean {
  return SPEAKABLE.test(text);
}

/** Returns whether the audio of `text` must not be empty because it has a letter or a digit. */
export function mustSound(text: string): boolean {
  return SOUNDING.test(text);
}

/** Returns whether the audio of `text` must not be empty, ignoring markup tags. */
export function needsSound(text: string): boolean {
  for (const [found] of text.matchAll(TAG_OR_SOUND)) if (!found.startsWith('<')) return true;
  return false;
}

/** Returns whether `text` needs sound whatever follows it. An open `<` at its end may become a tag. */
export function mustAwaitSound(text: string): boolean {
  const open = text.lastIndexOf('<');
  const isOpen = open > text.lastIndexOf('>') && text.length - open <= MAX_TAG;
  return needsSound(isOpen ? text.slice(0, open) : text);
}

/** Length from which an unclosed `<` does not count as a tag. */
const MAX_TAG = 1000;

/** Removes control characters, which models occasionally write, except tabs and line ends. */
export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, '');
}

const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;
/** A tag, or a character that sounds. */
const TAG_OR_SOUND = /<\/?[a-z][^<>]*>|[\p{L}\p{N}]/giu;
const SPEAKABLE = /[\p{L}\p{N}\p{S}]/u;
const SOUNDING = /[\p{L}\p{N}]/u;
