/**
 * Longest time between a segment's last new word and its audio limit for which it still counts as continuing speech, in
 * ms.
 */
export const TALK_MS = 5000;
