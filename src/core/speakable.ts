/** Whether `text` has anything that a voice is asked to speak: a letter, a digit or a symbol. */
export function isSpeakable(text: string): boolean {
  return SPEAKABLE.test(text);
}

/** Whether `text` must sound: symbols alone (an emoji) need not. */
export function mustSound(text: string): boolean {
  return SOUNDING.test(text);
}

/** `text` without the characters that steer terminals and nothing else; models write them now and then. */
export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, '');
}

const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;
const SPEAKABLE = /[\p{L}\p{N}\p{S}]/u;
const SOUNDING = /[\p{L}\p{N}]/u;
